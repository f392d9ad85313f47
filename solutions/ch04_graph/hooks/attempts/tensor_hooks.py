"""Right: tensor hooks for clipping and recording, prehooks on the nodes, a Function for the scaling."""

from collections.abc import Iterator
from contextlib import contextmanager

import torch
from torch import Tensor, nn
from torch.utils.hooks import RemovableHandle


def clip_gradient(t: Tensor, limit: float) -> RemovableHandle:
    return t.register_hook(lambda grad: grad.clamp(-limit, limit))


def order_of_execution(loss: Tensor) -> list[str]:
    root = torch.autograd.graph.get_gradient_edge(loss).node
    nodes, stack = {root}, [root]
    while stack:
        for child, _ in stack.pop().next_functions:
            if child is not None and child not in nodes:
                nodes.add(child)
                stack.append(child)
    names: list[str] = []
    handles = [n.register_prehook(lambda grads, n=n: names.append(type(n).__name__)) for n in nodes]
    try:
        loss.backward()
    finally:
        for handle in handles:
            handle.remove()
    return names


@contextmanager
def record_gradients(model: nn.Module) -> Iterator[dict[str, list[Tensor]]]:
    records: dict[str, list[Tensor]] = {name: [] for name, _ in model.named_modules()}
    handles: list[RemovableHandle] = []

    def watch(name: str):
        def hook(module, args, output):
            if output.requires_grad:
                handles.append(output.register_hook(lambda g: records[name].append(g.detach().clone())))

        return hook

    modules = [m.register_forward_hook(watch(name)) for name, m in model.named_modules()]
    try:
        yield records
    finally:
        for handle in modules + handles:
            handle.remove()


class _Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, s):
        ctx.s = s
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.s, None


class ScaleGrad(nn.Module):
    def __init__(self, s: float) -> None:
        super().__init__()
        self.s = s

    def forward(self, x: Tensor) -> Tensor:
        return _Scale.apply(x, self.s)
