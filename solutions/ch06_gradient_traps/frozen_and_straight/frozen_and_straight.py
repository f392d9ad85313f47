"""Where gradients stop, and where they are led past a step."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.nn.modules.batchnorm import _BatchNorm


def freeze(module: nn.Module, bn_eval: bool = True) -> None:
    module.requires_grad_(False)
    module.zero_grad()  # sets it to None; an optimizer moves whatever has a .grad
    for part in module.modules():
        if bn_eval and isinstance(part, _BatchNorm):
            part.eval()
            part.register_forward_pre_hook(_stay_in_eval)


def _stay_in_eval(part: nn.Module, args: tuple[Tensor, ...]) -> None:
    """train() of a module around it may have switched it on again."""
    part.eval()


def trainable(module: nn.Module) -> list[str]:
    return [name for name, p in module.named_parameters() if p.requires_grad]


def hard_argmax_st(logits: Tensor) -> Tensor:
    soft = logits.softmax(-1)
    hard = F.one_hot(logits.argmax(-1), logits.shape[-1])
    return hard + (soft - soft.detach())  # the difference is exactly 0


def upsample(x: Tensor, scale: int, mode: str) -> Tensor:
    rows, columns = (_weights(n, scale, mode).to(x) for n in x.shape[2:])
    return rows @ x @ columns.mT


def _weights(n: int, scale: int, mode: str) -> Tensor:
    """(n * scale, n): the share of each old pixel in each new one, along one axis."""
    if mode == "nearest":
        return torch.eye(n).repeat_interleave(scale, 0)
    if mode == "bilinear":
        centre = ((torch.arange(n * scale, dtype=torch.float64) + 0.5) / scale - 0.5).clamp(0, n - 1)
        return (1 - (centre[:, None] - torch.arange(n)).abs()).clamp(min=0)
    raise ValueError(f'mode must be "nearest" or "bilinear", not {mode!r}')
