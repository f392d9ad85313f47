"""You multiplied by the mask: 0 * inf and 0 * nan are nan, so the side that was not chosen leaks through."""

from reference import *  # noqa: F403

FAILS = ["test_example_blend"]


def masked_blend(cond, a, b):
    mask = cond.to(a.dtype)
    return mask * a + (1 - mask) * b
