"""Your `my_reshape` copies every time: where a view exists, the result must share memory with the tensor."""

from reference import *  # noqa: F403
from reference import my_reshape as right_reshape

FAILS = ["test_reshape_copies_only_if_it_must"]


def my_reshape(t, *new_shape):
    return right_reshape(t.clone(), *new_shape)
