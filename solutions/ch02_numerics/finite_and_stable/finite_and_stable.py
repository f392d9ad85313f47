"""Losses that stay finite, and a search for the layer that does not."""

from collections.abc import Callable

import torch
from torch import Tensor, nn


def stable_bce_with_logits(x: Tensor, y: Tensor) -> Tensor:
    # -log(1 - sigmoid(x)) = log(1 + e^x), and a positive example costs x less than that.
    return (torch.logaddexp(x, torch.zeros_like(x)) - x * y).mean()


def stable_cross_entropy(logits: Tensor, target: Tensor) -> Tensor:
    chosen = logits.gather(1, target[:, None]).squeeze(1)
    return (logits.logsumexp(1) - chosen).mean()


def first_nonfinite(module: nn.Module, x: Tensor) -> str | None:
    found: list[str] = []
    buffers = [(buffer, buffer.clone()) for buffer in module.buffers()]
    hooks = [part.register_forward_hook(reporter(name, found)) for name, part in module.named_modules()]
    try:
        module(x)
    finally:
        for hook in hooks:
            hook.remove()
        with torch.no_grad():
            for buffer, before in buffers:
                buffer.copy_(before)
    return found[0] if found else None


def reporter(name: str, found: list[str]) -> Callable[[nn.Module, object, object], None]:
    """A forward hook that adds name to found when the output is not finite."""

    def hook(module: nn.Module, inputs: object, output: object) -> None:
        if not is_finite(output):
            found.append(name)

    return hook


def is_finite(value: object) -> bool:
    """Whether all numbers in a tensor, or in a structure of tensors, are finite."""
    if isinstance(value, Tensor):
        return bool(value.isfinite().all())
    if isinstance(value, dict):
        return all(is_finite(item) for item in value.values())
    if isinstance(value, tuple | list):
        return all(is_finite(item) for item in value)
    return True
