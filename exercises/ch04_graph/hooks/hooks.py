"""Functions that run during backward: on tensors, on nodes, on modules."""

from contextlib import AbstractContextManager

from torch import Tensor, nn
from torch.utils.hooks import RemovableHandle


def clip_gradient(t: Tensor, limit: float) -> RemovableHandle:
    """From now on, the gradient that arrives at t is clamped to [-limit, limit], entry by entry.

    t: any shape, requires grad; limit >= 0 -> the handle whose remove() ends it
    """
    raise NotImplementedError


def order_of_execution(loss: Tensor) -> list[str]:
    """Call loss.backward(), and return the class names of the graph's nodes in the order in which they ran.

    loss: shape (), requires grad. No hook stays on a node.
    """
    raise NotImplementedError


def record_gradients(model: nn.Module) -> AbstractContextManager[dict[str, list[Tensor]]]:
    """A context manager that notes, for every module of the model, the gradients that arrive at its output.

    Gives a dict with all names of model.named_modules(), each with a list: one tensor of the output's shape for each
    time that a gradient arrived, in the order of arrival, outside of any graph. No hook stays when the block ends.
    """
    raise NotImplementedError


class ScaleGrad(nn.Module):
    """The identity, except that the gradient is multiplied by s on its way back."""

    def __init__(self, s: float) -> None:
        raise NotImplementedError

    def forward(self, x: Tensor) -> Tensor:
        """x: any shape, requires grad or not -> the same values"""
        raise NotImplementedError
