"""An empty tensor has no element that could be out of place: it is contiguous whatever its strides are."""

from reference import *  # noqa: F403

FAILS = ["test_is_contiguous_when_empty"]


def is_contiguous(shape, stride):
    wanted = contiguous_strides(shape)
    return all(size == 1 or step == want for size, step, want in zip(shape, stride, wanted))
