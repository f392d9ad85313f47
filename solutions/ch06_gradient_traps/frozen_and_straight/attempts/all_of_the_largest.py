"""Wrong: marks every entry that equals the maximum, so that ties give several ones."""

import torch
from torch import Tensor, nn


def freeze(module: nn.Module, bn_eval: bool = True) -> None:
    for p in module.parameters():
        p.requires_grad_(False)
        p.grad = None
    if bn_eval:
        for m in module.modules():
            if isinstance(m, (nn.BatchNorm1d, nn.BatchNorm2d, nn.BatchNorm3d)):
                m.eval()
                m.train = lambda mode=True, m=m: m


def trainable(module: nn.Module) -> list[str]:
    return [n for n, p in module.named_parameters() if p.requires_grad]


def hard_argmax_st(logits: Tensor) -> Tensor:
    soft = logits.softmax(dim=-1)
    hard = (logits == logits.amax(dim=-1, keepdim=True)).to(logits.dtype)
    return hard + (soft - soft.detach())


def _along(x: Tensor, scale: int) -> Tensor:
    n = x.shape[-1]
    at = ((torch.arange(n * scale, dtype=torch.float64) + 0.5) / scale - 0.5).clamp(0, n - 1)
    left = at.long()
    right = (left + 1).clamp(max=n - 1)
    return x[..., left] + (x[..., right] - x[..., left]) * (at - left).to(x.dtype)


def upsample(x: Tensor, scale: int, mode: str) -> Tensor:
    if mode == "nearest":
        i = torch.arange(x.shape[2] * scale) // scale
        j = torch.arange(x.shape[3] * scale) // scale
        return x[:, :, i][..., j]
    if mode == "bilinear":
        return _along(_along(x, scale).mT, scale).mT
    raise ValueError(mode)
