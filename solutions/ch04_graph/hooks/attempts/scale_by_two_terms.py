"""Wrong: ScaleGrad computes s * x + (1 - s) * x.detach(), which is not x to the last digit, and NaN at infinity."""

from contextlib import contextmanager

import torch
from torch import Tensor, nn


def clip_gradient(t: Tensor, limit: float):
    return t.register_hook(lambda g: g.clamp(min=-limit, max=limit))


def order_of_execution(loss: Tensor) -> list[str]:
    seen, stack, handles, names = set(), [torch.autograd.graph.get_gradient_edge(loss).node], [], []
    while stack:
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            handles.append(node.register_prehook(lambda g, name=type(node).__name__: names.append(name)))
            stack += [n for n, _ in node.next_functions if n is not None]
    try:
        loss.backward()
    finally:
        for handle in handles:
            handle.remove()
    return names


@contextmanager
def record_gradients(model: nn.Module):
    records = {name: [] for name, _ in model.named_modules()}
    handles = []

    def hook_for(name):
        def hook(module, args, output):
            if output.requires_grad:
                handles.append(output.register_hook(lambda g: records[name].append(g.detach().clone())))

        return hook

    for name, module in model.named_modules():
        handles.append(module.register_forward_hook(hook_for(name)))
    try:
        yield records
    finally:
        for handle in handles:
            handle.remove()


class ScaleGrad(nn.Module):
    def __init__(self, s: float) -> None:
        super().__init__()
        self.s = s

    def forward(self, x: Tensor) -> Tensor:
        return self.s * x + (1 - self.s) * x.detach()
