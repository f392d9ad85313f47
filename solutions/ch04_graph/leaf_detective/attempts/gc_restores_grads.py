"""Right: notes the .grad of every tensor that the garbage collector knows, asks autograd.grad, and puts them back."""

import gc
import warnings
from enum import Enum

import torch
from torch import Tensor


class Why(Enum):
    OK = "its .grad is there"
    NO_REQUIRES_GRAD = "it does not require grad"
    NOT_LEAF = "it is not a leaf, and nobody asked it to keep its gradient"
    NOT_IN_GRAPH = "the loss does not depend on it through its graph"
    NO_BACKWARD = "no backward has been through the graph yet"
    CLEARED = "a backward has been through the graph, and its gradient was taken away"


def _all_tensors() -> list:
    gc.collect()
    return [o for o in gc.get_objects() if issubclass(type(o), Tensor) and o.requires_grad]


def _ask(loss: Tensor, t: Tensor) -> str:
    if not loss.requires_grad:
        return "no way"
    before = [(o, o.grad, None if o.grad is None else o.grad.clone()) for o in _all_tensors()]
    try:
        (g,) = torch.autograd.grad(loss, t, retain_graph=True, allow_unused=True)
        return "no way" if g is None else "open"
    except RuntimeError as error:
        if "second time" in str(error):
            return "freed"
        raise
    finally:
        for o, grad, copy in before:
            if o.grad is not grad:
                o.grad = grad
            if grad is not None and not torch.equal(grad, copy):
                grad.copy_(copy)


def diagnose(t: Tensor, loss: Tensor) -> Why:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if t.grad is not None:
            return Why.OK
        if not t.requires_grad:
            return Why.NO_REQUIRES_GRAD
        if not (t.is_leaf or t.retains_grad):
            return Why.NOT_LEAF
        answers = {"no way": Why.NOT_IN_GRAPH, "open": Why.NO_BACKWARD, "freed": Why.CLEARED}
        return answers[_ask(loss, t)]
