"""You added the losses of the rows up: the exercise asks for the mean over the batch."""

from reference import *  # noqa: F403

FAILS = ["test_cross_entropy_values"]


def stable_cross_entropy(logits, target):
    return (logits.logsumexp(1) - logits.gather(1, target[:, None])[:, 0]).sum()
