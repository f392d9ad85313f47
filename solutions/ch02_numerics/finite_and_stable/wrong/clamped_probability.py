"""A clamped probability is finite but wrong: the loss of a logit of 1000 is 1000, not -log(1e-7) = 16."""

from reference import *  # noqa: F403

FAILS = ["test_example_bce", "test_example_cross_entropy"]


def stable_bce_with_logits(x, y):
    p = x.sigmoid().clamp(1e-7, 1 - 1e-7)
    return -(y * p.log() + (1 - y) * (1 - p).log()).mean()


def stable_cross_entropy(logits, target):
    return -logits.softmax(1).gather(1, target[:, None]).clamp(min=1e-7).log().mean()
