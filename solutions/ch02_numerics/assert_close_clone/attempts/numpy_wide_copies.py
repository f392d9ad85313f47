"""Right: NumPy arithmetic on wide copies, Python integers for exact distances, helper functions that return messages."""

import numpy as np
import torch


def default_tolerance(dtype):
    if not (dtype.is_floating_point or dtype.is_complex):
        return 0.0, 0.0
    if dtype == torch.float16:
        return 1e-3, 1e-5
    if dtype == torch.bfloat16:
        return 1.6e-2, 1e-5
    if dtype in (torch.float32, torch.complex64):
        return 1.3e-6, 1e-5
    return 1e-7, 1e-7


def wide(t):
    t = t.detach().cpu().resolve_conj().resolve_neg()
    if t.is_complex():
        return t.to(torch.complex128).numpy()
    if t.is_floating_point():
        return t.to(torch.float64).numpy()
    return np.array(t.tolist(), dtype=object).reshape(tuple(t.shape))  # Python integers


def values(a, b, rtol, atol, equal_nan):
    x, y = wide(a), wide(b)
    with np.errstate(all="ignore"):
        distance = np.asarray(np.abs(x - y), dtype=None if x.dtype != object else object)
        allowed = atol + rtol * np.abs(y)
        ok = np.array(distance <= allowed, dtype=bool)
    if x.dtype != object:
        distance = np.where(np.isnan(distance), np.inf, distance)
        ok = ok & np.isfinite(x) & np.isfinite(y)
        ok = ok | (x == y)
        if equal_nan:
            ok = ok | (np.isnan(x) & np.isnan(y))
    count = int(ok.size - ok.sum())
    if count == 0:
        return None
    best = None
    for index in np.ndindex(ok.shape):
        if not ok[index] and (best is None or distance[index] > distance[best]):
            best = index
    return f"{count} of {ok.size} elements differ, the worst at {best}"


def first_problem(a, b, rtol, atol, check_stride, check_requires_grad, equal_nan):
    if a.size() != b.size():
        return f"the shapes are {tuple(a.size())} and {tuple(b.size())}"
    if a.dtype is not b.dtype:
        return f"the dtypes are {a.dtype} and {b.dtype}"
    if a.device != b.device:
        return f"the devices are {a.device} and {b.device}"
    if check_stride and a.stride() != b.stride():
        return f"the strides are {a.stride()} and {b.stride()}"
    if check_requires_grad and a.requires_grad is not b.requires_grad:
        return "requires_grad differs"
    if a.is_meta:
        return None
    if rtol is None:
        rtol, atol = default_tolerance(a.dtype)
    return values(a, b, rtol, atol, equal_nan)


def tensors_match(a, b, **options):
    known = ["rtol", "atol", "check_grad", "check_requires_grad", "check_stride", "equal_nan"]
    for name in options:
        if name not in known:
            raise TypeError(name)
    rtol, atol = options.get("rtol"), options.get("atol")
    if (rtol is None and atol is not None) or (rtol is not None and atol is None):
        raise ValueError("both tolerances or none")
    nan = options.get("equal_nan", False)
    problem = first_problem(a, b, rtol, atol, options.get("check_stride"), options.get("check_requires_grad"), nan)
    if problem is None and options.get("check_grad"):
        if a.grad is None or b.grad is None:
            if not (a.grad is None and b.grad is None):
                problem = "one tensor has no .grad"
        else:
            problem = first_problem(a.grad, b.grad, rtol, atol, False, False, nan)
    if problem is not None:
        raise AssertionError(problem)
