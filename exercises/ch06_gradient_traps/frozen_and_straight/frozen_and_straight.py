"""Where gradients stop, and where they are led past a step."""

from torch import Tensor, nn


def freeze(module: nn.Module, bn_eval: bool = True) -> None:
    """Nothing in module is trained any more: no parameter requires grad or has a .grad.

    bn_eval: its batch norms stay in eval mode, whatever train() is called later
    """
    raise NotImplementedError


def trainable(module: nn.Module) -> list[str]:
    """The names of the parameters that require grad, in the order of named_parameters()."""
    raise NotImplementedError


def hard_argmax_st(logits: Tensor) -> Tensor:
    """Exactly one-hot at the largest entry of the last dimension, with the gradient of softmax.

    logits: (..., C), floating, C >= 1 -> the same shape and dtype
    """
    raise NotImplementedError


def upsample(x: Tensor, scale: int, mode: str) -> Tensor:
    """What F.interpolate(x, scale_factor=scale, mode=mode) gives, with align_corners=False.

    x: (N, C, H, W), floating; scale >= 1; mode: "nearest" or "bilinear", else ValueError
    -> (N, C, H * scale, W * scale)
    """
    raise NotImplementedError
