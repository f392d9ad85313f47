"""An empty tensor came out as not viewable: it has no element that could be read wrongly, so every shape without elements will do."""

from reference import *  # noqa: F403
from reference import view_strides as right_view_strides

FAILS = ["test_view_strides_of_empty"]


def view_strides(shape, stride, new_shape):
    return right_view_strides(shape, stride, new_shape) if 0 not in shape else None
