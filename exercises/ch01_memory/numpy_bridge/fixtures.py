"""Arrays and tensors whose place in memory matters, made where your code runs."""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import Tensor


def laid_out(values: np.ndarray, layout: str) -> np.ndarray:
    """The matrix in another layout; "whole" leaves it as it is."""
    a = values.copy()
    if layout == "transposed":
        return a.T
    if layout == "every second column":
        return a[:, ::2]
    if layout == "inner part":
        return a[1:, 1:-1]
    if layout == "rows reversed":
        return a[::-1]
    if layout == "columns reversed":
        return a[:, ::-1]
    if layout == "columns of bytes reversed":
        return a.astype(np.int8)[:, ::-1]
    if layout == "one number everywhere":  # strides of 0, and it may be written into
        return np.lib.stride_tricks.as_strided(a, strides=(0, 0))
    if layout == "repeated row":
        return np.broadcast_to(a[0], a.shape)
    if layout == "foreign byte order":
        return a.astype(a.dtype.newbyteorder("S"))
    if layout == "read-only":
        a.flags.writeable = False
    return a


def on_array(f: Callable[[np.ndarray], Any], values: np.ndarray, layout: str) -> tuple[Any, bool]:
    """What f makes of the matrix in a layout, and whether a write into the result reaches the array."""
    a = laid_out(values, layout)
    before = a.copy()
    result = f(a)
    if not isinstance(result, Tensor):
        return result, False
    first = (0,) * result.dim()
    value = result[first].item()
    result[first] = value + 1
    reached = not np.array_equal(a, before)
    result[first] = value
    return result, reached


def on_pair(f: Callable[[Tensor, np.ndarray], Any], pair: str) -> Any:
    """f(tensor, array) for two that lie in memory as the name says."""
    a = np.zeros((4, 6), dtype=np.int16)
    t = torch.from_numpy(a)
    pairs: dict[str, tuple[Tensor, np.ndarray]] = {
        "the same memory": (t, a),
        "slices that overlap": (t[1:3], a[2:]),
        "a column and a row that cross": (t[:, 2], a[1]),
        "a view in reverse": (t[:, 1:], a[::-1, ::-1]),
        "bfloat16 in the array's memory": (t.view(torch.bfloat16), a),
        "a parameter's values": (w := torch.ones(3, requires_grad=True), w.detach().numpy()),
        "equal values": (torch.from_numpy(a.copy()), a),
        "slices that only touch": (t[:2], a[2:]),
        "even and odd columns": (t[:, ::2], a[:, 1::2]),
        "a parameter and another array": (w, np.ones(3, dtype=np.float32)),
        "an empty slice": (t[2:2], a),
    }
    return f(*pairs[pair])


def on_conjugated(f: Callable[[Tensor], Any], z: Tensor) -> tuple[Any, Any]:
    """f of the conjugate of z, and of the conjugate's imaginary part: views that only have a bit set."""
    return f(z.conj()), f(z.conj().imag)


def on_meta(f: Callable[[Tensor], Any]) -> Any:
    return f(torch.ones(2, 3, device="meta"))


def flags_after(f: Callable[[Tensor], Any], t: Tensor) -> tuple[bool, bool, int]:
    """After f(parameter) and f(its square): does the one require grad, has the other a graph, the first's version."""
    leaf = t.detach().clone().requires_grad_()
    square = leaf * leaf
    f(leaf)
    f(square)
    return leaf.requires_grad, square.grad_fn is not None, leaf._version
