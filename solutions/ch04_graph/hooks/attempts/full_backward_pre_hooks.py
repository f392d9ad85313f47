"""Right: module backward pre-hooks, which get the gradient of the output; masks for the clipping."""

import contextlib

import torch
from torch import Tensor, nn


def clip_gradient(t: Tensor, limit: float):
    def clip(grad: Tensor) -> Tensor:
        out = grad.clone()
        out = torch.where(out > limit, torch.full_like(out, limit), out)
        out = torch.where(out < -limit, torch.full_like(out, -limit), out)
        return out

    handle = t.register_hook(clip)
    return handle


def order_of_execution(loss: Tensor) -> list[str]:
    all_nodes = {}

    def note(node):
        stack = [node]
        while len(stack) != 0:
            current = stack.pop()
            if current in all_nodes:
                continue
            all_nodes[current] = type(current).__name__
            for following, _number in current.next_functions:
                if following is not None:
                    stack.append(following)

    if loss.grad_fn is None:
        note(torch.autograd.graph.get_gradient_edge(loss).node)
    else:
        note(loss.grad_fn)
    order = []
    hooks = []
    for node, node_name in all_nodes.items():

        def hook(grads, node_name=node_name):
            order.append(node_name)
            return None

        hooks.append(node.register_prehook(hook))
    loss.backward()
    for h in hooks:
        h.remove()
    result = list(order)
    return result


@contextlib.contextmanager
def record_gradients(model: nn.Module):
    active = [True]
    result = {}
    handles = []
    for name, module in model.named_modules():
        result[name] = []

        def hook(module, grad_output, name=name):
            if active[0] and grad_output[0] is not None:
                result[name].append(grad_output[0].detach().clone())

        handles.append(module.register_full_backward_pre_hook(hook))
    try:
        yield result
    finally:
        active[0] = False
        for handle in handles:
            handle.remove()


class ScaleGrad(nn.Module):
    def __init__(self, s: float) -> None:
        super().__init__()

        class Function(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                return x.view_as(x)

            @staticmethod
            def backward(ctx, g):
                return s * g

        self.function = Function.apply

    def forward(self, x: Tensor) -> Tensor:
        return self.function(x)
