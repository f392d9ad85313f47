"""Why a gradient is not there."""

from enum import Enum

from torch import Tensor


class Why(Enum):
    OK = "its .grad is there"
    NO_REQUIRES_GRAD = "it does not require grad"
    NOT_LEAF = "it is not a leaf, and nobody asked it to keep its gradient"
    NOT_IN_GRAPH = "the loss does not depend on it through its graph"
    NO_BACKWARD = "no backward has been through the graph yet"
    CLEARED = "a backward has been through the graph, and its gradient was taken away"


def diagnose(t: Tensor, loss: Tensor) -> Why:
    """The first reason, in the order of the class, that applies.

    t: any shape; loss: shape (). Changes nothing: no .grad, and loss.backward() works afterwards if it did before.
    """
    raise NotImplementedError
