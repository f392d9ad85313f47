"""Comparing two tensors, with a message that says where they differ."""

import torch
from torch import Tensor

# rtol and atol by dtype; all other dtypes are compared exactly.
TOLERANCES = {
    torch.float16: (1e-3, 1e-5),
    torch.bfloat16: (1.6e-2, 1e-5),
    torch.float32: (1.3e-6, 1e-5),
    torch.complex64: (1.3e-6, 1e-5),
    torch.float64: (1e-7, 1e-7),
    torch.complex128: (1e-7, 1e-7),
}


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
    if (rtol is None) != (atol is None):
        raise ValueError("give both rtol and atol, or neither")
    same("shape", tuple(a.shape), tuple(b.shape))
    same("dtype", a.dtype, b.dtype)
    same("device", a.device, b.device)
    if check_stride:
        same("stride", a.stride(), b.stride())
    if check_requires_grad:
        same("requires_grad", a.requires_grad, b.requires_grad)
    if a.is_meta:
        return
    same_values(a.detach(), b.detach(), rtol, atol, equal_nan)
    if check_grad:
        same("presence of .grad", a.grad is not None, b.grad is not None)
        if a.grad is not None:
            tensors_match(a.grad, b.grad, rtol=rtol, atol=atol, equal_nan=equal_nan)


def same(what: str, actual: object, expected: object) -> None:
    if actual != expected:
        raise AssertionError(f"{what} {actual} instead of {expected}")


def same_values(a: Tensor, b: Tensor, rtol: float | None, atol: float | None, equal_nan: bool) -> None:
    if rtol is None or atol is None:
        rtol, atol = TOLERANCES.get(a.dtype, (0.0, 0.0))
    wide = torch.complex128 if a.is_complex() else torch.float64  # uint8 would wrap around, float16 overflow
    difference = (a.to(wide) - b.to(wide)).abs()
    close = difference.isfinite() & (difference <= atol + rtol * b.to(wide).abs())
    if not a.is_floating_point() and not a.is_complex() and rtol == atol == 0:
        close = a == b  # float64 does not hold all of int64
    matches = close | (a == b)  # inf - inf is nan, and equal all the same
    if equal_nan:
        matches = matches | (a.isnan() & b.isnan())
    if matches.all():
        return
    badness = difference.nan_to_num(nan=float("inf"), posinf=float("inf")).masked_fill(matches, -1.0)
    where = tuple(i.item() for i in torch.unravel_index(badness.argmax(), a.shape))
    raise AssertionError(
        f"{int((~matches).sum())} of {a.numel()} elements differ; "
        f"the worst is at {where}: {a[where].item()} instead of {b[where].item()}"
    )
