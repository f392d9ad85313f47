"""Right: a list of checks, then plain Python numbers element by element."""

import cmath
import itertools
import math

TOLERANCES = {"float16": (1e-3, 1e-5), "bfloat16": (1.6e-2, 1e-5), "float32": (1.3e-6, 1e-5), "float64": (1e-7, 1e-7)}
TOLERANCES["complex64"], TOLERANCES["complex128"] = TOLERANCES["float32"], TOLERANCES["float64"]


def tensors_match(
    a, b, *, rtol=None, atol=None, check_grad=False, check_requires_grad=False, check_stride=False, equal_nan=False
):
    if [rtol, atol].count(None) == 1:
        raise ValueError("rtol without atol, or atol without rtol")

    checks = [("shape", tuple(a.shape), tuple(b.shape)), ("dtype", a.dtype, b.dtype), ("device", a.device, b.device)]
    if check_stride:
        checks.append(("stride", a.stride(), b.stride()))
    if check_requires_grad:
        checks.append(("requires_grad", a.requires_grad, b.requires_grad))
    for what, got, expected in checks:
        if got != expected:
            raise AssertionError(f"{what}: got {got}, expected {expected}")

    if rtol is None:
        r, t = TOLERANCES.get(str(a.dtype).split(".")[1], (0, 0))
    else:
        r, t = rtol, atol

    if not a.is_meta:
        xs = a.detach().flatten().tolist()
        ys = b.detach().flatten().tolist()
        misses = []
        for index, x, y in zip(itertools.product(*map(range, a.shape)), xs, ys):
            if x == y:
                continue
            if equal_nan and x != x and y != y:
                continue
            diff = abs(x - y)
            if cmath.isfinite(x) and cmath.isfinite(y) and diff <= t + r * abs(y):
                continue
            misses.append((math.inf if math.isnan(diff) else diff, index))
        if misses:
            _, worst = max(misses, key=lambda m: m[0])
            raise AssertionError(f"{len(misses)} elements differ, most at {worst}")

    if check_grad:
        if a.grad is None and b.grad is None:
            return
        if a.grad is None or b.grad is None:
            raise AssertionError("grad: one is None")
        tensors_match(a.grad, b.grad, rtol=rtol, atol=atol, equal_nan=equal_nan)
