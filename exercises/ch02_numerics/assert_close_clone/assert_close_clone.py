"""Comparing two tensors, with a message that says where they differ."""

from torch import Tensor


def tensors_match(
    a: Tensor,
    b: Tensor,
    *,
    rtol: float | None = None,
    atol: float | None = None,
    check_grad: bool = False,
    check_requires_grad: bool = False,
    check_stride: bool = False,
    equal_nan: bool = False,
) -> None:
    """Raise AssertionError at the first difference between a (actual) and b (expected), in the statement's order.

    rtol, atol: |a - b| <= atol + rtol * |b|; both or neither (ValueError), by default those of the dtype
    """
    raise NotImplementedError
