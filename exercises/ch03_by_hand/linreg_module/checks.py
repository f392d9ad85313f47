"""Hidden checks for linreg_module."""

import math

import pytest
import torch
from fixtures import bent_plane
from linreg_module import Linear, fit
from torch import nn

from grader.checks import assert_close, assert_gradients


def layer_of(weight, bias=None):
    """The student's layer in float64, with this weight and bias."""
    layer = Linear(weight.shape[1], weight.shape[0], bias=bias is not None).to(torch.float64)
    layer.load_state_dict({"weight": weight} if bias is None else {"weight": weight, "bias": bias})
    return layer


def random_layer(rng, in_features=3, out_features=2):
    weight = torch.randn(out_features, in_features, generator=rng, dtype=torch.float64)
    bias = torch.randn(out_features, generator=rng, dtype=torch.float64)
    return layer_of(weight, bias), weight, bias


def line(rng, noise=0.1):
    """200 points in 3 dimensions around a known plane: X, y, w, b."""
    w, b = torch.tensor([1.0, -2.0, 3.0], dtype=torch.float64), 0.5
    X = torch.randn(200, 3, generator=rng, dtype=torch.float64)
    y = X @ w + b + noise * torch.randn(200, generator=rng, dtype=torch.float64)
    return X, y, w, b


def descend(predict, start, X, y, lr, steps):
    """What fit should do, on predict(X, *params) -> (N,). Gives the trained parameters and the history."""
    params, history = [p.clone().requires_grad_() for p in start], []
    for _ in range(steps):
        loss = (predict(X, *params) - y).square().mean()
        history.append(loss.item())
        params = [
            (p - lr * grad).detach().requires_grad_()
            for p, grad in zip(params, torch.autograd.grad(loss, params), strict=True)
        ]
    return [p.detach() for p in params], history


def zero_layer(in_features):
    return layer_of(torch.zeros(1, in_features, dtype=torch.float64), torch.zeros(1, dtype=torch.float64))


def numbers(history):
    """The losses as floats, whatever they are kept as; `test_history_kind` asks what they are kept as."""
    return [loss.item() if isinstance(loss, torch.Tensor) else float(loss) for loss in history]


@pytest.mark.visible
@pytest.mark.points(1)
def test_example():
    """The example of the statement: the layer"""
    layer = layer_of(torch.tensor([[1.0, 2.0]], dtype=torch.float64), torch.tensor([3.0], dtype=torch.float64))
    vector, matrix = torch.ones(2, dtype=torch.float64), torch.eye(2, dtype=torch.float64)
    assert_close(
        layer(vector).detach(),
        torch.tensor([6.0], dtype=torch.float64),
        message="the output of the layer for x = [1, 1]",
    )
    expected = torch.tensor([[4.0], [5.0]], dtype=torch.float64)
    assert_close(layer(matrix).detach(), expected, message="the output of the layer for x = [[1, 0], [0, 1]]")


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_fit():
    """The example of the statement: one step of fit"""
    layer = zero_layer(2)
    X, y = torch.tensor([[1.0, 2.0], [3.0, 4.0]], dtype=torch.float64), torch.tensor([5.0, 10.0], dtype=torch.float64)
    history = fit(layer, X, y, 0.01, 1)
    assert_close(numbers(history), [62.5], message="`history` after one step")
    expected = torch.tensor([[0.35, 0.5]], dtype=torch.float64)
    assert_close(layer.weight.detach(), expected, message="`weight` after one step")
    assert_close(layer.bias.detach(), torch.tensor([0.15], dtype=torch.float64), message="`bias` after one step")


@pytest.mark.points(1)
@pytest.mark.parametrize("sizes", [(1, 1), (3, 5)], ids=["1-1", "3-5"])
def test_parameters(sizes):
    """weight is (out, in), bias is (out,), both are registered parameters"""
    layer = Linear(*sizes)
    shapes = [(name, tuple(p.shape)) for name, p in layer.named_parameters()]
    expected = [("weight", (sizes[1], sizes[0])), ("bias", (sizes[1],))]
    assert shapes == expected, f"the parameters of Linear{sizes} should be {expected}; yours are {shapes}"
    keys = list(layer.state_dict())
    assert keys == ["weight", "bias"], f"state_dict() should have the keys ['weight', 'bias']; yours has {keys}"


@pytest.mark.points(1)
def test_without_bias():
    """bias=False registers the name bias with None"""
    layer = Linear(3, 5, bias=False)
    keys = list(layer.state_dict())
    assert keys == ["weight"], f"with bias=False state_dict() should have the key ['weight'] alone; yours has {keys}"
    assert layer.bias is None, "with bias=False layer.bias should be None"
    assert "bias" in layer._parameters, (
        "`bias` is None but not registered: later code that looks it up will not find it"
    )


@pytest.mark.points(1)
def test_initial_values():
    """Entries start independent and uniform in ±1/√in"""
    layer, other = Linear(100, 200), Linear(100, 200)
    k = 1 / math.sqrt(100)
    for name, values in (("weight", layer.weight.detach()), ("bias", layer.bias.detach())):
        largest = values.abs().max().item()
        assert largest <= k * 1.0001, f"an entry of {name} is {largest:.3g}; for 100 inputs none should exceed {k:.3g}"
        spread = values.std().item() / (k / math.sqrt(3))
        # Over 2,000 seeds the spread of the 200 entries of bias stays within 0.90 to 1.09 of k/√3.
        assert 0.7 < spread < 1.3, (
            f"the entries of {name} spread {spread:.3g} times as wide as uniform ones in ±{k:.3g} do"
        )
    rows = layer.weight.detach()
    assert not torch.equal(rows[0], rows[1]), "all outputs start with the same weights, so they will stay the same"
    assert not torch.equal(rows, other.weight.detach()), "two layers made one after the other start with equal weights"


@pytest.mark.points(1)
@pytest.mark.parametrize("bias", [True, False], ids=["bias", "no-bias"])
@pytest.mark.parametrize("shapes", [[(4, 3), (1, 3), (0, 3)], [(3,), (2, 4, 3), (2, 1, 4, 3)]], ids=["matrix", "other"])
def test_values(shapes, bias, rng):
    """The layer equals x · weightᵀ + bias, with and without bias, for matrices and for 1, 3 and 4 dimensions"""
    layer, weight, offset = random_layer(rng)
    if not bias:
        layer, offset = layer_of(weight), None
    for shape in shapes:
        x = torch.randn(shape, generator=rng, dtype=torch.float64)
        expected = nn.functional.linear(x, weight, offset)
        assert_close(layer(x).detach(), expected, message=f"the output of the layer for x of shape {shape}")


@pytest.mark.points(1)
def test_gradient_of_the_input(rng):
    """Gradients reach the input and are right"""
    layer, _, _ = random_layer(rng)

    def forward(x):
        return layer(x)

    assert_gradients(forward, torch.randn(2, 4, 3, generator=rng, dtype=torch.float64))


@pytest.mark.points(1)
def test_gradient_of_the_parameters(rng):
    """Gradients reach weight and bias and are right"""
    layer, _, _ = random_layer(rng)
    x = torch.randn(5, 3, generator=rng, dtype=torch.float64)
    upstream = torch.randn(5, 2, generator=rng, dtype=torch.float64)
    (layer(x) * upstream).sum().backward()
    for name, p, expected in (("weight", layer.weight, upstream.T @ x), ("bias", layer.bias, upstream.sum(0))):
        assert p.grad is not None, f"no gradient reaches `{name}`"
        assert_close(p.grad, expected, message=f"`{name}.grad`")


@pytest.mark.points(2)
def test_steps(rng):
    """fit makes exactly `steps` updates of plain SGD and notes the loss before each"""
    X, y, _, _ = line(rng)
    for steps in (0, 1, 2, 10):
        layer = zero_layer(3)
        start = [layer.weight.detach(), layer.bias.detach()]
        (weight, bias), expected = descend(lambda X, w, b: (X @ w.T + b)[:, 0], start, X, y, 0.05, steps)
        history = fit(layer, X, y, 0.05, steps)
        assert len(history) == steps, f"{steps} steps must give {steps} losses; yours gives {len(history)}"
        assert_close(numbers(history), expected, message=f"`history` for steps = {steps}")
        assert_close(layer.weight.detach(), weight, message=f"`weight` for steps = {steps}")
        assert_close(layer.bias.detach(), bias, message=f"`bias` for steps = {steps}")


@pytest.mark.points(1)
def test_history_kind(rng):
    """history holds Python floats"""
    X, y, _, _ = line(rng)
    layer, _, _ = random_layer(rng, 3, 1)
    history = fit(layer, X, y, 0.05, 3)
    kinds = {type(loss).__name__ for loss in history}
    assert kinds == {"float"}, f"`history` must hold Python floats; yours holds {', '.join(sorted(kinds)) or 'nothing'}"


@pytest.mark.points(1)
def test_trains_any_model(rng):
    """fit trains whatever parameters the model has"""
    names, shapes = ("inner", "shift", "outer"), ((4, 2), (4,), (1, 4))
    start = [torch.randn(shape, generator=rng, dtype=torch.float64) for shape in shapes]
    X = torch.randn(20, 2, generator=rng, dtype=torch.float64)
    y = X.prod(1)

    def predict(X, inner, shift, outer):
        return (torch.tanh(X @ inner.T + shift) @ outer.T)[:, 0]

    trained, expected = descend(predict, start, X, y, 0.05, 5)
    model = bent_plane(*start)
    assert_close(numbers(fit(model, X, y, 0.05, 5)), expected, message="`history` of a model with a hidden layer")
    state = model.state_dict()
    for name, p in zip(names, trained, strict=True):
        assert_close(state[name].detach(), p, message=f"`{name}` of a model with a hidden layer after 5 steps")


@pytest.mark.points(1)
def test_old_gradients_do_not_count(rng):
    """Gradients that the model brings along do not enter the first step"""
    X, y, _, _ = line(rng)
    histories = []
    for used_before in (False, True):
        layer = zero_layer(3)
        if used_before:
            layer(X).sum().backward()
        histories.append(numbers(fit(layer, X, y, 0.05, 3)))
    fresh, used = histories
    assert_close(used, fresh, message="`history` of a model whose .grad was not empty, against that of a fresh one")


@pytest.mark.points(1)
def test_finds_the_line(rng):
    """300 steps find the plane that the points were drawn around"""
    X, y, w_true, b_true = line(rng, noise=0.01)
    layer = Linear(3, 1).to(torch.float64)
    fit(layer, X, y, 0.1, 300)
    # Worst entry over 2,000 seeds of the reference: 0.0027, the noise of the data.
    off = max((layer.weight.detach()[0] - w_true).abs().max().item(), abs(layer.bias.item() - b_true))
    assert off < 0.02, (
        f"after 300 steps the layer should be within 0.02 of the truth; the worst entry is {off:.3g} away"
    )
