"""sigmoid(x) rounds to 0 or 1 for large logits, and its log is -inf: simplify the formula to log(1 + e^x) - x y first."""

from reference import *  # noqa: F403

FAILS = ["test_example_bce"]


def stable_bce_with_logits(x, y):
    p = x.sigmoid()
    return -(y * p.log() + (1 - y) * (1 - p).log()).mean()
