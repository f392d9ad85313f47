"""softmax rounds to 0 and its log is -inf: use logsumexp(logits) - logits[target]."""

from reference import *  # noqa: F403

FAILS = ["test_example_cross_entropy"]


def stable_cross_entropy(logits, target):
    return -logits.softmax(1).log().gather(1, target[:, None]).mean()
