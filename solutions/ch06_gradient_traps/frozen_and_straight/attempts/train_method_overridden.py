"""Right: batch norms get a train of their own, exact straight-through sum, upsampling by index and weight."""

import types

import torch
from torch import Tensor, nn


def _stay_in_eval(self: nn.Module, mode: bool = True) -> nn.Module:
    return self


def freeze(module: nn.Module, bn_eval: bool = True) -> None:
    for p in module.parameters():
        p.requires_grad_(False)
        p.grad = None
    if bn_eval:
        for m in module.modules():
            if isinstance(m, nn.BatchNorm1d | nn.BatchNorm2d | nn.BatchNorm3d):
                m.eval()
                m.train = types.MethodType(_stay_in_eval, m)


def trainable(module: nn.Module) -> list[str]:
    return [name for name, p in module.named_parameters() if p.requires_grad]


def hard_argmax_st(logits: Tensor) -> Tensor:
    soft = logits.softmax(-1)
    hard = torch.zeros_like(soft).scatter_(-1, logits.argmax(-1, keepdim=True), 1.0)
    return hard + (soft - soft.detach())


def _stretch(x: Tensor, scale: int, dim: int) -> Tensor:
    n = x.shape[dim]
    at = ((torch.arange(n * scale, dtype=torch.float64) + 0.5) / scale - 0.5).clamp(0, n - 1)
    low = at.floor().long()
    high = (low + 1).clamp(max=n - 1)
    part = (at - low).to(x.dtype)
    if dim == 2:
        part = part[:, None]
    return x.index_select(dim, low) * (1 - part) + x.index_select(dim, high) * part


def upsample(x: Tensor, scale: int, mode: str) -> Tensor:
    if mode == "nearest":
        return x.repeat_interleave(scale, 2).repeat_interleave(scale, 3)
    if mode == "bilinear":
        return _stretch(_stretch(x, scale, 2), scale, 3)
    raise ValueError(f"mode must be 'nearest' or 'bilinear', not {mode!r}")
