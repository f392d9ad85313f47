"""Functions that run during backward: on tensors, on nodes, on modules."""

from collections.abc import Iterator
from contextlib import contextmanager

from torch import Tensor, nn
from torch.autograd.graph import Node, get_gradient_edge
from torch.utils.hooks import RemovableHandle


def clip_gradient(t: Tensor, limit: float) -> RemovableHandle:
    return t.register_hook(lambda grad: grad.clamp(-limit, limit))


def order_of_execution(loss: Tensor) -> list[str]:
    names: list[str] = []

    def note(node: Node) -> RemovableHandle:
        return node.register_prehook(lambda grads: names.append(type(node).__name__))

    nodes = [get_gradient_edge(loss).node]
    for node in nodes:  # grows as it goes
        for following, _ in node.next_functions:
            if following is not None and following not in nodes:
                nodes.append(following)
    handles = [note(node) for node in nodes]
    loss.backward()
    for handle in handles:
        handle.remove()
    return names


@contextmanager
def record_gradients(model: nn.Module) -> Iterator[dict[str, list[Tensor]]]:
    records: dict[str, list[Tensor]] = {name: [] for name, _ in model.named_modules()}

    def watch(module: nn.Module, name: str) -> RemovableHandle:
        def after_forward(module: nn.Module, args: tuple, output: Tensor) -> None:
            # A full backward hook would do; where no input requires grad, torch warns about those.
            if output.requires_grad:
                output.register_hook(lambda grad: records[name].append(grad.detach()))

        return module.register_forward_hook(after_forward)

    handles = [watch(module, name) for name, module in model.named_modules()]
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
        y = x.view_as(x)  # a tensor of its own: a hook on x would act on all other uses of x, and stay there
        if y.requires_grad:
            y.register_hook(lambda grad: grad * self.s)
        return y
