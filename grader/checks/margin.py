"""How much of each tolerance a right answer uses up. Measured for authors by ``grade verify``, for nobody else."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import torch
from torch import Tensor

_largest: ContextVar[dict[str, float] | None] = ContextVar("largest share of a tolerance, by check", default=None)


@contextmanager
def measured() -> Iterator[dict[str, float]]:
    """Inside, comparisons note the largest ``error / allowed error`` of each check that ran, 1.0 being the limit."""
    found: dict[str, float] = {}
    token = _largest.set(found)
    try:
        yield found
    finally:
        _largest.reset(token)


def note(actual: Tensor, expected: Tensor, rtol: float, atol: float) -> None:
    """Note a comparison of two tensors of one shape that passed. Costs nothing where nobody measures."""
    found = _largest.get()
    if found is None or not expected.numel() or rtol == atol == 0:
        return
    error = (actual - expected).abs().to(torch.float64)
    allowed = atol + rtol * expected.abs().to(torch.float64)
    share = (error / allowed).nan_to_num(nan=0.0, posinf=0.0).max().item()  # equal non-finite entries are no error
    check = _running_check()
    found[check] = max(share, found.get(check, 0.0))


def _running_check() -> str:
    """pytest's own note of what runs: "checks.py::test_values[case] (call)"."""
    return os.environ.get("PYTEST_CURRENT_TEST", "").rpartition("::")[2].rpartition(" ")[0]
