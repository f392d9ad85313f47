"""Hidden checks for autograd_grad_api."""

import pytest
import torch
from autograd_grad_api import grads_of_weighted, grads_or_zero, grads_per_loss, per_sample_grads
from fixtures import (
    empty,
    intermediate,
    of_linear,
    of_samples,
    refused,
    single,
    stacked,
    traces,
    traces_of_samples,
    walks_of_losses,
    walks_of_samples,
    weighted,
)
from torch.nn import functional as F

from grader.checks import assert_close

F64 = torch.float64
LISTS = {"grads_or_zero": grads_or_zero, "grads_of_weighted": grads_of_weighted, "grads_per_loss": grads_per_loss}
each_list = pytest.mark.parametrize("name", list(LISTS))


def single_of(name, values):
    return single(grads_or_zero, name, values)


def weighted_of(names, weights, values):
    return weighted(grads_of_weighted, names, weights, values)


def stacked_of(names, values):
    return stacked(grads_per_loss, names, values)


def samples_of(weights, X, y, frozen=()):
    return of_samples(per_sample_grads, weights, X, y, frozen)


# What messages call them.
single_of.__name__, weighted_of.__name__ = "grads_or_zero", "grads_of_weighted"
stacked_of.__name__, samples_of.__name__ = "grads_per_loss", "per_sample_grads"


def normal(rng, *shape, dtype=F64):
    return torch.randn(shape, generator=rng, dtype=dtype)


def values_from(rng, dtype=F64):
    """a, b, c of different shapes; c is not contiguous."""
    return [normal(rng, 3, dtype=dtype), normal(rng, 1, 2, dtype=dtype), normal(rng, 4, 2, dtype=dtype).T]


def true_gradients(a, b, c):
    """By formula, for each loss of fixtures.py: the gradients of a, b and c."""
    zero_a, zero_b, zero_c, one = torch.zeros_like(a), torch.zeros_like(b), torch.zeros_like(c), torch.ones_like
    return {
        "squares": [2 * a, zero_b, zero_c],
        "sum": [one(a), zero_b, zero_c],
        "through hidden": [2 * a.sin() * a.cos(), 3 * b * b, zero_c],
        "b alone": [zero_a, b.exp(), zero_c],
        "matrix": [c.sum() * one(a), zero_b, 4 * (c @ c.mT) @ c + a.sum()],
        "no graph": [zero_a, zero_b, zero_c],
    }


def tolerance(dtype):
    return {"rtol": 1e-4, "atol": 1e-4} if dtype == torch.float32 else {"rtol": 1e-9, "atol": 1e-9}


def net_weights(rng, dtype=F64):
    return [normal(rng, 4, 3, dtype=dtype), normal(rng, 4, dtype=dtype), normal(rng, 5, 4, dtype=dtype)]


def batch(rng, n, dtype=F64):
    return normal(rng, n, 3, dtype=dtype), torch.randint(5, (n,), generator=rng)


def true_samples(weights, X, y):
    """Sample by sample."""
    rows = []
    for x, label in zip(X, y, strict=True):
        first, shift, second = leaves = [w.clone().requires_grad_() for w in weights]
        loss = F.cross_entropy((torch.tanh(first @ x + shift) @ second.T)[None], label[None])
        rows.append(torch.autograd.grad(loss, leaves))
    first, shift, second = (torch.stack(column) for column in zip(*rows, strict=True))
    unused = torch.zeros(len(X), 2, dtype=X.dtype)
    return {"unused": unused, "first.weight": first, "first.bias": shift, "second.weight": second}


@pytest.mark.visible
@pytest.mark.points(1)
def test_example():
    """The examples of the statement: the three that return lists"""
    values = [torch.tensor([1.0, 2.0]), torch.tensor([[3.0]]), torch.ones(1, 1)]
    two = torch.tensor([[2.0, 4.0], [1.0, 1.0]])
    for call, args, expected in (
        (single_of, ("squares", values), [two[0], torch.zeros(1, 1)]),
        (weighted_of, (["squares", "sum"], [10.0, 1.0], values), [torch.tensor([21.0, 41.0]), torch.zeros(1, 1)]),
        (stacked_of, (["squares", "sum"], values), [two, torch.zeros(2, 1, 1)]),
    ):
        found = call(*args)
        assert isinstance(found, list), f"`{call.__name__}` should return a list, not {type(found).__name__}"
        of_a_and_b = found[:2]
        assert_close(of_a_and_b, expected, message=f"`{call.__name__}` of the example")


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_of_samples():
    """The example of the statement: per_sample_grads"""
    X, y = torch.tensor([[1.0, 0.0], [3.0, 4.0]]), torch.zeros(2)
    found = of_linear(per_sample_grads, torch.tensor([[1.0, 2.0]]), X, y)
    assert_close(
        found, {"weight": torch.tensor([[[1.0, 0.0]], [[3.0, 4.0]]])}, message="`per_sample_grads` of the example"
    )


@pytest.mark.points(1)
def test_one_loss(rng):
    """grads_or_zero: right, and zeros for what was not used"""
    for dtype in (F64, torch.float32):
        values = values_from(rng, dtype)
        for name in ("squares", "through hidden", "b alone", "matrix"):
            assert_close(single_of(name, values), true_gradients(*values)[name], **tolerance(dtype))


@pytest.mark.points(1)
def test_weighted(rng):
    """grads_of_weighted: right for one loss and several"""
    for dtype in (F64, torch.float32):
        values = values_from(rng, dtype)
        truth = true_gradients(*values)
        for names, weights in (
            (["squares"], [0.5]), (["squares", "matrix"], [2.0, -1.0]),
            (["sum", "through hidden", "b alone", "squares"], [1.0, 0.0, 3.0, 0.25]),
        ):  # fmt: skip
            expected = [
                sum(w * truth[name][i] for name, w in zip(names, weights, strict=True)) for i in range(len(values))
            ]
            assert_close(weighted_of(names, weights, values), expected, **tolerance(dtype))


@pytest.mark.points(1)
def test_weighted_without_graph(rng):
    """grads_of_weighted: losses that depend on nothing add nothing"""
    values = values_from(rng)
    truth = true_gradients(*values)
    expected = [3 * grad for grad in truth["squares"]]
    message = "One of the two losses has no graph."
    assert_close(weighted_of(["no graph", "squares"], [2.0, 3.0], values), expected, message=message)
    message = "No loss has a graph."
    assert_close(weighted_of(["no graph"], [2.0], values), truth["no graph"], message=message)


@pytest.mark.points(1)
def test_per_loss(rng):
    """grads_per_loss: row k is the gradient of loss k, zeros for what was not used"""
    for dtype in (F64, torch.float32):
        values = values_from(rng, dtype)
        truth = true_gradients(*values)
        for names in (["matrix"], ["squares", "sum"], ["sum", "through hidden", "no graph", "squares", "sum"]):
            expected = [torch.stack([truth[name][i] for name in names]) for i in range(len(values))]
            assert_close(stacked_of(names, values), expected, **tolerance(dtype))


@pytest.mark.points(2)
def test_samples(rng):
    """per_sample_grads: right for every parameter that requires grad, used or not"""
    for dtype in (F64, torch.float32):
        for n in (1, 2, 6):
            weights, (X, y) = net_weights(rng, dtype), batch(rng, n, dtype)
            assert_close(samples_of(weights, X, y), true_samples(weights, X, y), **tolerance(dtype))
    weights, (X, y) = net_weights(rng), batch(rng, 4)
    frozen = ["first.weight", "unused"]
    expected = {name: grad for name, grad in true_samples(weights, X, y).items() if name not in frozen}
    message = f"The parameters {' and '.join(frozen)} are frozen."
    assert_close(samples_of(weights, X, y, frozen), expected, **tolerance(F64), message=message)


@pytest.mark.points(1)
@each_list
def test_intermediate(name, rng):
    """Gradients with respect to results of other computations"""
    a = normal(rng, 3)
    h = a * a
    cubes, total = [3 * h * h, 6 * h * h * a], [torch.ones_like(h), 2 * a]
    expected = {
        "grads_or_zero": cubes,
        "grads_of_weighted": [2 * x + 3 * y for x, y in zip(cubes, total, strict=True)],
        "grads_per_loss": [torch.stack(pair) for pair in zip(cubes, total, strict=True)],
    }[name]
    message = f"`{name}` with respect to h = a² and a, for the loss Σ h³"
    assert_close(intermediate(LISTS[name], name, a), expected, rtol=1e-9, atol=1e-9, message=message)


@pytest.mark.points(1)
def test_mistakes_raise(rng):
    """A parameter that is detached, a loss of several elements, a loss without a graph: RuntimeError"""
    for name, mistake in (
        ("grads_or_zero", "detached parameter"), ("grads_or_zero", "several elements"), ("grads_or_zero", "no graph"),
        ("grads_of_weighted", "detached parameter"), ("grads_per_loss", "detached parameter"),
    ):  # fmt: skip
        raised = refused(LISTS[name], name, mistake, normal(rng, 3))
        assert raised == "RuntimeError", f"`{name}` should raise RuntimeError ({mistake}); it raises {raised}"


@pytest.mark.points(1)
def test_no_parameters(rng):
    """Without parameters the list is empty"""
    for name, call in LISTS.items():
        assert_close(empty(call, name, normal(rng, 3)), [], message=f"`{name}` without parameters")


@pytest.mark.points(1)
def test_leaves_no_trace(rng):
    """.grad stays as it was, and no graph hangs on a result"""
    for name, call in LISTS.items():
        changed = traces(call, name, normal(rng, 3), normal(rng, 2))
        assert not changed, f"`{name}` should leave no trace: {' and '.join(changed)}"
    changed = traces_of_samples(per_sample_grads, net_weights(rng), *batch(rng, 4))
    assert not changed, f"`per_sample_grads` should leave no trace: {' and '.join(changed)}"


@pytest.mark.points(1)
@pytest.mark.parametrize("name", ["grads_of_weighted", "grads_per_loss", "per_sample_grads"])
def test_one_pass(name, rng):
    """The graph is walked once, whatever the number of losses or samples"""
    for count in (2, 5):
        if name == "per_sample_grads":
            walks = walks_of_samples(per_sample_grads, net_weights(rng), *batch(rng, count))
        else:
            walks = walks_of_losses(LISTS[name], name, normal(rng, 3), count)
        what = "samples" if name == "per_sample_grads" else "losses"
        assert walks == 1, (
            f"for {count} {what} `{name}` should walk the graph once; a result that all of them depend on is passed "
            f"{walks} times"
        )
