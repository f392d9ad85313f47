"""Graphs that are built beside your code, and a counter of the work that backward does."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import numpy as np


def chain(x: Any, length: int) -> Any:
    """((x + 1) + 1) + …"""
    for _ in range(length):
        x = x + 1.0
    return x


def diamonds(x: Any, levels: int) -> Any:
    """Each level adds the one below to itself: 2^levels paths lead from the result down to x."""
    for _ in range(levels):
        x = x * 0.5 + x * 0.5
    return x


def data_after_change(make: Callable[[np.ndarray], Any], array: np.ndarray) -> np.ndarray:
    """The data of make(array), once every entry of the array has been set to 5."""
    value = make(array)
    array[...] = 5.0
    return value.data


def array_on_the_left(array: np.ndarray, value: Any) -> Any:
    """array * value + array: NumPy is asked first, and leaves it to Value."""
    return array * value + array


def backward_twice(value: Any, gradient: np.ndarray) -> None:
    value.backward(gradient)
    value.backward(gradient)


def calls_of_backward(value: Any, limit: int) -> int:
    """How many function calls value.backward() makes. It is stopped once there are more than `limit`."""
    count = 0

    def on_event(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")
        if count > limit:
            raise _EnoughError

    sys.setprofile(on_event)
    try:
        value.backward()
    except _EnoughError:
        pass
    finally:
        sys.setprofile(None)
    return count


class _EnoughError(BaseException):
    pass
