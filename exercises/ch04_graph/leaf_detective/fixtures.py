"""Tensors and losses in many situations, made beside your code."""

import warnings
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn

# w: (3,), requires grad; x: (4, 3), data. Each situation gives the tensor that is asked about, and the loss.
Pair = tuple[Tensor, Tensor]


def error(w: Tensor, x: Tensor) -> Tensor:
    return (x @ w).square().mean()


def after_backward(w: Tensor, x: Tensor) -> Pair:
    loss = error(w, x)
    loss.backward()
    return w, loss


def kept(w: Tensor, x: Tensor) -> Pair:
    y = x @ w
    y.retain_grad()
    loss = y.square().mean()
    loss.backward()
    return y, loss


def zeros(w: Tensor, x: Tensor) -> Pair:
    loss = error(w, x)
    loss.backward()
    torch.optim.SGD([w], lr=0.1).zero_grad(set_to_none=False)
    return w, loss


def frozen_afterwards(w: Tensor, x: Tensor) -> Pair:
    loss = error(w, x)
    loss.backward()
    return w.requires_grad_(False), loss


def target_with_gradient(w: Tensor, x: Tensor) -> Pair:
    target = torch.ones(4, dtype=w.dtype, requires_grad=True)
    loss = nn.functional.mse_loss(x @ w, target)
    loss.backward()
    return w, loss


def frozen(w: Tensor, x: Tensor) -> Pair:
    other = torch.ones_like(w, requires_grad=True)
    loss = error(w.requires_grad_(False) + other, x)
    loss.backward()
    return w, loss


def detached(w: Tensor, x: Tensor) -> Pair:
    t, loss = w.detach(), error(w, x)
    loss.backward()
    return t, loss


def made_under_no_grad(w: Tensor, x: Tensor) -> Pair:
    with torch.no_grad():
        t = w * 2
    return t, error(w + t, x)


def data(w: Tensor, x: Tensor) -> Pair:
    loss = error(w, x)
    return x, loss


def on_the_way(w: Tensor, x: Tensor) -> Pair:
    y = x @ w
    loss = y.square().mean()
    loss.backward()
    return y, loss


def on_the_way_before_backward(w: Tensor, x: Tensor) -> Pair:
    y = x @ w
    return y, y.square().mean()


def converted_parameter(w: Tensor, x: Tensor) -> Pair:
    t = nn.Parameter(w.detach().float()).to(torch.float64)
    loss = error(t, x)
    loss.backward()
    return t, loss


def scaled_start(w: Tensor, x: Tensor) -> Pair:
    t = torch.ones(3, dtype=w.dtype, requires_grad=True) * 0.1
    loss = error(t, x)
    loss.backward()
    return t, loss


def unused(w: Tensor, x: Tensor) -> Pair:
    other = torch.ones_like(w, requires_grad=True)
    loss = error(w, x)
    loss.backward()
    return other, loss


def cut_on_the_way(w: Tensor, x: Tensor) -> Pair:
    other = torch.ones(4, dtype=w.dtype, requires_grad=True)
    loss = ((x @ w).detach() * other).square().mean()
    loss.backward()
    return w, loss


def through_a_number(w: Tensor, x: Tensor) -> Pair:
    loss = torch.tensor(error(w, x).item(), requires_grad=True)
    loss.backward()
    return w, loss


def forward_under_no_grad(w: Tensor, x: Tensor) -> Pair:
    with torch.no_grad():
        return w, error(w, x)


def replaced_parameter(w: Tensor, x: Tensor) -> Pair:
    new = nn.Parameter(w.detach().clone())
    return w, error(new, x)


def kept_but_unused(w: Tensor, x: Tensor) -> Pair:
    y = w * 2
    y.retain_grad()
    loss = error(w, x)
    loss.backward()
    return y, loss


def not_yet(w: Tensor, x: Tensor) -> Pair:
    return w, error(w, x)


def kept_not_yet(w: Tensor, x: Tensor) -> Pair:
    y = x @ w
    y.retain_grad()
    return y, y.square().mean()


def loss_itself_not_yet(w: Tensor, x: Tensor) -> Pair:
    loss = error(w, x)
    loss.retain_grad()
    return loss, loss


def another_loss_went_back(w: Tensor, x: Tensor) -> Pair:
    other = torch.ones_like(w, requires_grad=True)
    loss = error(w + other, x)
    other.square().sum().backward()
    return w, loss


def after_zero_grad(w: Tensor, x: Tensor) -> Pair:
    optimizer = torch.optim.SGD([w], lr=0.1)
    loss = error(w, x)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    return w, loss


def set_to_none(w: Tensor, x: Tensor) -> Pair:
    other = torch.ones_like(w, requires_grad=True)
    loss = error(w * other, x)
    loss.backward()
    w.grad = None
    return w, loss


def kept_and_set_to_none(w: Tensor, x: Tensor) -> Pair:
    y, loss = kept(w, x)
    y.grad = None
    return y, loss


def graph_of_loss(situation: str, w: Tensor, x: Tensor) -> tuple[list[str], list[tuple[int, int]]]:
    """Class names and edges of the loss's graph in a situation; that of t is marked."""
    t, loss = globals()[situation](parameter(w), x)
    if not loss.requires_grad:
        return ["the loss, without a graph"], []
    own = torch.autograd.graph.get_gradient_edge(t).node if t.requires_grad else None
    nodes = [torch.autograd.graph.get_gradient_edge(loss).node]
    edges = []
    for i, node in enumerate(nodes):
        for following, _ in node.next_functions:
            if following is not None:
                if following not in nodes:
                    nodes.append(following)
                edges.append((i, nodes.index(following)))
    return [type(node).__name__ + (" of t" if node is own else "") for node in nodes], edges


def ask(diagnose: Callable[..., Any], t: Tensor, loss: Tensor) -> tuple[str, list[str]]:
    """The name of the answer, and the warnings that it took to find it."""
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        answer = diagnose(t, loss)
    return getattr(answer, "name", repr(answer)), [str(warning.message) for warning in heard]


def examine(diagnose: Callable[..., Any], situation: str, w: Tensor, x: Tensor) -> tuple[str, list[str]]:
    """Answer and warnings for a situation."""
    return ask(diagnose, *globals()[situation](parameter(w), x))


def example(diagnose: Callable[..., Any]) -> list[str]:
    """The answers for the example of the statement."""
    w = torch.ones(3, requires_grad=True)
    loss = (w**2).sum()
    answers = [ask(diagnose, w, loss)]
    loss.backward()
    answers.append(ask(diagnose, w, loss))
    w.grad = None
    answers += [ask(diagnose, w, loss), ask(diagnose, w.detach(), loss), ask(diagnose, w * 2, loss)]
    answers.append(ask(diagnose, torch.ones(3, requires_grad=True), loss))
    return [answer for answer, _ in answers]


def gradients(diagnose: Callable[..., Any], situation: str, w: Tensor, x: Tensor) -> dict[str, Tensor | None]:
    """w.grad before and after a diagnosis of the situation, and that of the tensor that it is about."""
    leaf = parameter(w)
    t, loss = globals()[situation](leaf, x)
    keeps = t.is_leaf or t.retains_grad
    before = None if leaf.grad is None else leaf.grad.clone()
    t_before = t.grad.clone() if keeps and t.grad is not None else None
    ask(diagnose, t, loss)
    return {"before": before, "after": leaf.grad, "t before": t_before, "t after": t.grad if keeps else None}


def gradient_later(diagnose: Callable[..., Any], situation: str, w: Tensor, x: Tensor) -> dict[str, Tensor | None]:
    """w.grad of a loss.backward() after two diagnoses."""
    leaf = parameter(w)
    t, loss = globals()[situation](leaf, x)
    ask(diagnose, t, loss)
    ask(diagnose, t, loss)
    loss.backward()
    return {"w.grad": leaf.grad}


def parameter(w: Tensor) -> Tensor:
    return w.detach().clone().requires_grad_()
