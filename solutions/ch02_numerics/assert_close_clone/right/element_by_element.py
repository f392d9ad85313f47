"""Python numbers, one after the other: exact integers and infinities need no thought there."""

import itertools
import math

import torch

EPSILONS = {torch.float16: 1e-3, torch.bfloat16: 1.6e-2, torch.float32: 1.3e-6, torch.float64: 1e-7}


def default_tolerances(dtype):
    real = dtype.to_real() if dtype.is_complex else dtype
    if real not in EPSILONS:
        return 0, 0
    return EPSILONS[real], 1e-7 if real is torch.float64 else 1e-5


def tensors_match(
    a, b, *, rtol=None, atol=None, check_grad=False, check_requires_grad=False, check_stride=False, equal_nan=False
):
    given = [t for t in (rtol, atol) if t is not None]
    if len(given) == 1:
        raise ValueError("rtol and atol go together")
    questions = [
        ("shapes", lambda t: tuple(t.shape), True),
        ("dtypes", lambda t: t.dtype, True),
        ("devices", lambda t: t.device, True),
        ("strides", lambda t: t.stride(), check_stride),
        ("requires_grad", lambda t: t.requires_grad, check_requires_grad),
    ]
    for name, ask, asked in questions:
        if asked and ask(a) != ask(b):
            raise AssertionError(f"{name} differ: {ask(a)} and {ask(b)}")
    if a.device.type != "meta":
        r, t = given or default_tolerances(a.dtype)
        compare_elements(a, b, r, t, equal_nan)
    if check_grad and not (a.grad is None and b.grad is None):
        if a.grad is None or b.grad is None:
            raise AssertionError("one of the two has no grad")
        tensors_match(a.grad, b.grad, rtol=rtol, atol=atol, equal_nan=equal_nan)


def compare_elements(a, b, rtol, atol, equal_nan):
    wrong = {}
    for index in itertools.product(*map(range, a.shape)):
        x, y = a[index].item(), b[index].item()
        if x == y or (equal_nan and x != x and y != y):
            continue
        distance = abs(complex(x) - complex(y)) if isinstance(x, complex) else abs(x - y)
        if math.isfinite(distance) and distance <= atol + rtol * abs(y):
            continue
        wrong[index] = distance if math.isfinite(distance) else math.inf
    if wrong:
        worst = max(wrong, key=wrong.get)
        raise AssertionError(f"{len(wrong)} elements are different, most of all {worst}")
