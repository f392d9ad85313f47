"""What kind of value came back. An object's own word (``__class__``) is not taken for it: its type is looked at.

A handle to an object in the sandbox calls itself by the nearest class that both sides know, so that a check can write
``isinstance(model, nn.Module)``. For the comparisons here only real tensors, arrays and numbers of this process count.
"""

from typing import Any, TypeGuard

import numpy as np
from torch import Tensor

from grader.wire.proxy import Proxy

Array = np.ndarray[Any, Any]


def is_tensor(value: object) -> TypeGuard[Tensor]:
    return issubclass(type(value), Tensor)


def is_array(value: object) -> TypeGuard[Array]:
    return issubclass(type(value), np.ndarray)


def is_number(value: object) -> TypeGuard[bool | int | float | complex]:
    """Python numbers and truth values, NumPy's float and complex among them."""
    return issubclass(type(value), bool | int | float | complex)


def is_remote(value: object) -> bool:
    """Whether ``value`` is a handle to an object in the sandbox."""
    return issubclass(type(value), Proxy)
