"""You compared the stride of a dimension of size 1 too: nobody ever steps along it, so it may be any number."""

from reference import *  # noqa: F403

FAILS = ["test_example_is_contiguous"]


def is_contiguous(shape, stride):
    return 0 in shape or tuple(stride) == contiguous_strides(shape)
