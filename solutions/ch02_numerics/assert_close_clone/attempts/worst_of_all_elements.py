"""Wrong: looks for the largest difference among all elements, also those that match within the relative tolerance."""

import torch
from torch import Tensor

DEFAULTS = {
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
    if a.shape != b.shape:
        raise AssertionError(f"shape {tuple(a.shape)} instead of {tuple(b.shape)}")
    if a.dtype != b.dtype:
        raise AssertionError(f"dtype {a.dtype} instead of {b.dtype}")
    if a.device != b.device:
        raise AssertionError(f"device {a.device} instead of {b.device}")
    if check_stride and a.stride() != b.stride():
        raise AssertionError(f"stride {a.stride()} instead of {b.stride()}")
    if check_requires_grad and a.requires_grad != b.requires_grad:
        raise AssertionError(f"requires_grad {a.requires_grad} instead of {b.requires_grad}")
    if a.device.type != "meta":
        _compare_values(a.detach(), b.detach(), rtol, atol, equal_nan)
    if check_grad:
        if (a.grad is None) != (b.grad is None):
            raise AssertionError("only one of the tensors has a grad")
        if a.grad is not None:
            try:
                tensors_match(a.grad, b.grad, rtol=rtol, atol=atol, equal_nan=equal_nan)
            except AssertionError as e:
                raise AssertionError(f"grad: {e}") from None


def _compare_values(a, b, rtol, atol, equal_nan):
    if rtol is None:
        rtol, atol = DEFAULTS.get(a.dtype, (0, 0))
    match = a == b
    floating = a.is_floating_point() or a.is_complex()
    if rtol != 0 or atol != 0:
        x, y = _wide(a), _wide(b)
        near = (x - y).abs() <= atol + rtol * y.abs()
        match = match | (near & x.isfinite() & y.isfinite())
    if floating and equal_nan:
        match = match | (a.isnan() & b.isnan())
    if match.all():
        return
    wrong = (~match).nonzero().tolist()
    everywhere = torch.ones_like(match).nonzero().tolist()
    worst, largest = None, -1
    for index in everywhere:
        index = tuple(index)
        diff = abs(a[index].item() - b[index].item())
        if diff != diff:
            diff = float("inf") if index in map(tuple, wrong) else 0
        if diff > largest:
            worst, largest = index, diff
    raise AssertionError(
        f"{len(wrong)} of {a.numel()} elements differ; the worst is at {worst}: {a[worst].item()} instead of {b[worst].item()}"
    )


def _wide(t):
    return t.to(torch.complex128 if t.is_complex() else torch.float64)
