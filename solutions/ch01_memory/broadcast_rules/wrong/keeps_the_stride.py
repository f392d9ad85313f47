"""You kept the stride of a repeated dimension: each step then moves on to other elements, even past the end of the storage."""

from reference import *  # noqa: F403

FAILS = ["test_example_my_expand"]


def my_expand(t, shape):
    added = len(shape) - t.dim()
    if added < 0 or min(shape[:added], default=0) < 0:
        raise ValueError("does not expand")
    kept = [old if new == -1 else new for old, new in zip(t.shape, shape[added:])]
    if any(new < 0 or old not in (1, new) for old, new in zip(t.shape, kept)):
        raise ValueError("does not expand")
    return t.as_strided([*shape[:added], *kept], [0] * added + list(t.stride()))
