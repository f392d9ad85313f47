"""Wrong: asks whether any difference is above the tolerance, which is False for NaN, so a NaN gradient passes."""

from collections.abc import Callable, Sequence

import torch
from torch import Tensor


def numerical_grad(f: Callable[..., Tensor], inputs: Sequence[Tensor], eps: float = 1e-6) -> list[Tensor | None]:
    for t in inputs:
        if t.is_floating_point() and t.dtype != torch.float64:
            raise ValueError(f"floating inputs must be float64, not {t.dtype}")
    grads: list[Tensor | None] = []
    for k, t in enumerate(inputs):
        if not t.is_floating_point():
            grads.append(None)
            continue
        rows = _differences(f, inputs, k, eps)
        grads.append(rows.reshape(t.shape))
    return grads


def _differences(f, inputs, k, eps):
    """(elements of inputs[k], elements of the output): central differences"""

    def value(i, change):
        copies = [t.detach().clone(memory_format=torch.contiguous_format) for t in inputs]
        copies[k].view(-1)[i] += change
        return f(*copies).detach().reshape(-1).clone()

    rows = [(value(i, eps) - value(i, -eps)) / (2 * eps) for i in range(inputs[k].numel())]
    return torch.stack(rows) if rows else torch.zeros(0, dtype=torch.float64)


def my_gradcheck(
    f: Callable[..., Tensor], inputs: Sequence[Tensor], eps: float = 1e-6, atol: float = 1e-5, rtol: float = 1e-3
) -> bool:
    checked = [k for k, t in enumerate(inputs) if t.requires_grad]
    if not checked:
        raise ValueError("no input requires grad")
    for k in checked:
        if inputs[k].dtype != torch.float64:
            raise ValueError(f"input {k} is {inputs[k].dtype}, not float64")

    copies = [t.detach().clone().requires_grad_(t.requires_grad) for t in inputs]
    leaves = [copies[k] for k in checked]
    out = f(*copies).reshape(-1)
    analytic = []
    for m in range(out.numel()):
        if out.requires_grad:
            row = torch.autograd.grad(out[m], leaves, retain_graph=True, allow_unused=True)
        else:
            row = [None] * len(leaves)
        analytic.append([torch.zeros_like(x) if g is None else g for g, x in zip(row, leaves)])

    for j, k in enumerate(checked):
        if inputs[k].numel() == 0 or out.numel() == 0:
            continue
        numeric = _differences(f, inputs, k, eps)  # (elements, M)
        ours = torch.stack([row[j].reshape(-1) for row in analytic], dim=1)
        if ((ours - numeric).abs() > atol + rtol * numeric.abs()).any():
            return False
    return True
