"""Tensors and nets whose strides matter, made where your code runs."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn


def of_layout(f: Callable[[Tensor], Any], shape: tuple[int, int, int, int], kind: str) -> Any:
    """f of a tensor of this shape that lies in memory as the name says."""
    n, c, h, w = shape
    tensors = {
        "fresh": lambda: torch.zeros(shape),
        "channels_last": lambda: torch.zeros(shape).to(memory_format=torch.channels_last),
        "permuted images": lambda: torch.zeros(n, h, w, c).permute(0, 3, 1, 2),
        "every second of permuted images": lambda: torch.zeros(2 * n, h, w, c).permute(0, 3, 1, 2)[::2],
        "the last of some permuted images": lambda: torch.zeros(3 * n, h, w, c).permute(0, 3, 1, 2)[2 * n :],
        "channels_last, made contiguous": lambda: torch.zeros(n, h, w, c).permute(0, 3, 1, 2).contiguous(),
        "height and width exchanged": lambda: torch.zeros(n, c, w, h).transpose(2, 3),
        "half of the channels": lambda: torch.zeros(n, 2 * c, h, w)[:, :c],
        "half of the channels of permuted images": lambda: torch.zeros(n, h, w, 2 * c).permute(0, 3, 1, 2)[:, c:],
        "every second column": lambda: torch.zeros(n, c, h, 2 * w)[..., ::2],
        "one image, expanded": lambda: torch.zeros(1, c, h, w).expand(shape),
        "images in memory order C, N, H, W": lambda: torch.zeros(c, n, h, w).transpose(0, 1),
    }
    return f(tensors[kind]())


def make_net(seed: int) -> nn.Sequential:
    """Layers with and without 4-d parameters; (N, 3, H, W) -> (N, 5, 2 H, 2 W)."""
    net = nn.Sequential(
        nn.Conv2d(3, 8, 3, padding=1),
        nn.BatchNorm2d(8),
        nn.Sequential(nn.ReLU(), nn.ConvTranspose2d(8, 4, 2, stride=2)),
        nn.Conv2d(4, 5, 1, bias=False),
    )
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for p in net.parameters():
            p.copy_(torch.randn(p.shape, generator=generator) / 4)
    net[1].bias.requires_grad_(False)
    return net


def converted(f: Callable[[nn.Module, Tensor], Any], seed: int, x: Tensor) -> dict[str, Any]:
    """What became of a net and its input."""
    net = make_net(seed)
    parameters = dict(net.named_parameters())
    module, y = f(net, x)
    after = dict(module.named_parameters())
    return {
        "same module": module is net,
        "same parameters": all(after.get(name) is p for name, p in parameters.items()),
        "strides": {name: tuple(p.stride()) for name, p in after.items() if p.dim() == 4},
        "trainable": [name for name, p in after.items() if p.requires_grad],
        "values": {name: p.detach().clone() for name, p in after.items()},
        "x": y,
        "strides of x": tuple(y.stride()),
        "output": module(y).detach(),
        "strides of the output": tuple(module(y).stride()),
    }
