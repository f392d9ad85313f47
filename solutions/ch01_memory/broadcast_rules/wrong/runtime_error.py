"""torch's error came through: the exercise asks for a ValueError when a tensor does not expand to the shape."""

from reference import *  # noqa: F403
from reference import my_expand as right_expand

FAILS = ["test_expand_errors"]


def my_expand(t, shape):
    try:
        return right_expand(t, shape)
    except ValueError as error:
        raise RuntimeError(*error.args) from None
