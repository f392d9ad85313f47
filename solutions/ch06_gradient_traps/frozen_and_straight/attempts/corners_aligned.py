"""Wrong: spreads the centres evenly from 0 to n - 1, as align_corners=True does."""

import torch
from torch import Tensor, nn


def freeze(module: nn.Module, bn_eval: bool = True) -> None:
    for p in module.parameters():
        p.requires_grad = False
        p.grad = None
    if bn_eval:
        for m in module.modules():
            if isinstance(m, (nn.BatchNorm1d, nn.BatchNorm2d, nn.BatchNorm3d)):
                m.eval()
                m.train = lambda mode=True, m=m: m


def trainable(module: nn.Module) -> list[str]:
    return [n for n, p in module.named_parameters() if p.requires_grad]


def hard_argmax_st(logits: Tensor) -> Tensor:
    soft = torch.softmax(logits, -1)
    hard = torch.zeros_like(soft)
    hard.scatter_(-1, soft.argmax(-1, keepdim=True), 1)
    return hard + (soft - soft.detach())


def _along(x: Tensor, scale: int) -> Tensor:
    n = x.shape[-1]
    at = torch.linspace(0, n - 1, n * scale, dtype=x.dtype)
    left = at.long()
    right = (left + 1).clamp(max=n - 1)
    t = at - left
    return x[..., left] * (1 - t) + x[..., right] * t


def upsample(x: Tensor, scale: int, mode: str) -> Tensor:
    if mode == "nearest":
        return x.repeat_interleave(scale, dim=-1).repeat_interleave(scale, dim=-2)
    if mode == "bilinear":
        return _along(_along(x, scale).mT, scale).mT
    raise ValueError(mode)
