"""Hidden checks for gradient_penalty."""

import pytest
import torch
from fixtures import norm_sq, penalty, traces_of_norm, traces_of_penalty
from gradient_penalty import gradient_penalty, input_grad_norm_sq
from torch.nn import functional as F

from grader.checks import assert_close

F64 = torch.float64


CRITICS = {"linear": "a linear critic", "curved": "a curved critic", "conv": "a convolutional critic"}
MODELS = {"curved": "a curved model", "conv": "a convolutional model", "classes": "a model with three classes"}
LOSSES = {"square": "the square loss", "cross entropy": "the cross-entropy loss"}


def output(kind, w, x):
    """What the net of fixtures.py computes, in the judge."""
    match kind:
        case "linear":
            return x @ w[0].T + w[1]
        case "curved":
            return torch.tanh(x @ w[0].T + w[1]) @ w[2]
        case "conv":
            return torch.tanh(F.conv2d(x, w[0], w[1])).flatten(1) @ w[2][:, None]
        case "classes":
            return torch.tanh(x @ w[0].T) @ w[1].T


SHAPES = {
    "linear": [(1, 3), (1,)],
    "curved": [(4, 3), (4,), (4,)],
    "conv": [(2, 1, 2, 2), (2,), (18,)],
    "classes": [(4, 3), (5, 4)],
}
SAMPLE = {"linear": (3,), "curved": (3,), "conv": (1, 4, 4), "classes": (3,)}

WANTED = {"curved": lambda n: (n,), "conv": lambda n: (n, 1)}  # the shape of y


def normal(rng, *shape, dtype=F64):
    return torch.randn(shape, generator=rng, dtype=dtype)


def weights_for(kind, rng, dtype=F64):
    return [normal(rng, *shape, dtype=dtype) for shape in SHAPES[kind]]


def with_gradients(value, weights):
    grads = torch.autograd.grad(value, weights, materialize_grads=True)
    return value.detach(), list(grads)


def true_penalty(kind, weights, real, fake, eps):
    """Sample by sample, and the derivatives by the weights."""
    weights = [w.clone().requires_grad_() for w in weights]
    total = 0.0
    for r, f, e in zip(real, fake, eps, strict=True):
        x = (e * r + (1 - e) * f).requires_grad_()
        (slope,) = torch.autograd.grad(output(kind, weights, x[None]).sum(), x, create_graph=True)
        total = total + (slope.square().sum().sqrt() - 1) ** 2
    return with_gradients(total / len(real), weights)


def true_norm_sq(kind, weights, loss, x, y):
    weights, x = [w.clone().requires_grad_() for w in weights], x.clone().requires_grad_()
    out = output(kind, weights, x)
    value = F.cross_entropy(out, y) if loss == "cross entropy" else (out - y).square().mean()
    (slope,) = torch.autograd.grad(value, x, create_graph=True)
    return with_gradients((slope * slope).sum(), weights)


def penalty_cases(rng, dtype):
    """Kind, weights, real, fake, eps; N equals the width of a picture once, and the data is transposed once."""
    for kind, n in [("linear", 3), ("curved", 1), ("curved", 3), ("curved", 5), ("conv", 1), ("conv", 4)]:
        real, fake = (normal(rng, n, *SAMPLE[kind], dtype=dtype) for _ in range(2))
        if n == 5:
            real, fake = real.T.contiguous().T, fake.T.contiguous().T
        eps = torch.rand(n, generator=rng, dtype=dtype)
        yield kind, weights_for(kind, rng, dtype), real, fake, eps
    real, fake = (normal(rng, 2, 3, dtype=dtype) for _ in range(2))
    yield "curved", weights_for("curved", rng, dtype), real, fake, torch.tensor([0.0, 1.0], dtype=dtype)


def norm_cases(rng, dtype):
    """Kind, weights, loss, x, y."""
    for kind, loss, n in [("curved", "square", 4), ("conv", "square", 2), ("classes", "cross entropy", 3)]:
        x = normal(rng, n, *SAMPLE[kind], dtype=dtype)
        y = (
            torch.randint(5, (n,), generator=rng)
            if loss == "cross entropy"
            else normal(rng, *WANTED[kind](n), dtype=dtype)
        )
        yield kind, weights_for(kind, rng, dtype), loss, x, y


def penalty_value(kind, weights, real, fake, eps):
    return penalty(gradient_penalty, kind, weights, real, fake, eps)[0]


def norm_value(kind, weights, loss, x, y):
    return norm_sq(input_grad_norm_sq, kind, weights, loss, x, y)[0]


penalty_value.__name__, norm_value.__name__ = "gradient_penalty", "input_grad_norm_sq"  # what messages call them


def tolerance(dtype):
    # Rounding leaves 1e-14 of values up to 100 in float64, 1e-5 in float32.
    return {"rtol": 1e-3, "atol": 1e-3} if dtype == torch.float32 else {"rtol": 1e-9, "atol": 1e-9}


def check_gradients(name, found, expected, told):
    assert found is not None, f"the result of `{name}` has no graph: it can't be differentiated by the parameters"
    for position, (grad, right) in enumerate(zip(found, expected, strict=True)):
        # A parameter that the result does not depend on (the bias) may have no gradient.
        grad = torch.zeros_like(right) if grad is None else grad
        message = f"the gradient of parameter {position} after `{name}(…).backward()`{told}"
        assert_close(grad, right, rtol=1e-8, atol=1e-8, message=message)


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_penalty():
    """The example of the statement: a critic with slope 5"""
    weights = [torch.tensor([[3.0, 4.0]]), torch.tensor([1.0])]
    real, fake = torch.tensor([[1.0, 0.0], [0.0, 2.0]]), torch.tensor([[0.0, 0.0], [5.0, 5.0]])
    value, grads = penalty(gradient_penalty, "linear", weights, real, fake, torch.tensor([0.5, 0.25]))
    assert_close(value, torch.tensor(16.0), message="`gradient_penalty` of the example")
    assert grads is not None, "the penalty has no graph: it can't be differentiated by the parameters"
    assert_close(grads[0], torch.tensor([[4.8, 6.4]]), message="the gradient of the weight of the example")


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_norm():
    """The example of the statement: the squared norm of an input gradient"""
    weights, x = [torch.tensor([[1.0, 2.0]]), torch.tensor([0.0])], torch.tensor([[1.0, 1.0]])
    value, grads = norm_sq(input_grad_norm_sq, "linear", weights, "square", x, torch.tensor([[0.0]]))
    assert_close(value, torch.tensor(180.0), message="`input_grad_norm_sq` of the example")
    assert grads is not None, "the result has no graph: it can't be differentiated by the parameters"
    assert_close(grads[0], torch.tensor([[192.0, 264.0]]), message="the gradient of the weight of the example")


@pytest.mark.points(2)
def test_penalty(rng):
    """gradient_penalty is right for vectors and pictures, one sample and several"""
    for dtype in (F64, torch.float32):
        for kind, weights, real, fake, eps in penalty_cases(rng, dtype):
            expected, _ = true_penalty(kind, weights, real, fake, eps)
            value = penalty_value(kind, weights, real, fake, eps)
            told = f"This is for {CRITICS[kind]} and data of shape {tuple(real.shape)}."
            assert_close(value, expected, **tolerance(dtype), message=told)


@pytest.mark.points(2)
def test_penalty_gradients(rng):
    """The penalty's derivatives by the parameters are right"""
    for kind, weights, real, fake, eps in penalty_cases(rng, F64):
        _, expected = true_penalty(kind, weights, real, fake, eps)
        _, grads = penalty(gradient_penalty, kind, weights, real, fake, eps)
        told = f" for {CRITICS[kind]}, data of shape {tuple(real.shape)}"
        check_gradients("gradient_penalty", grads, expected, told)


@pytest.mark.points(1)
def test_flat_critic(rng):
    """Where the critic is flat the penalty is 1, and no gradient is NaN"""
    weights = [normal(rng, 4, 3), normal(rng, 1, 4)]
    value, grads = penalty(
        gradient_penalty, "flat", weights, normal(rng, 2, 3), normal(rng, 2, 3), torch.rand(2, generator=rng, dtype=F64)
    )
    assert_close(value, torch.ones((), dtype=F64), message="`gradient_penalty` of a critic that is flat")
    check_gradients("gradient_penalty", grads, [torch.zeros_like(w) for w in weights], " for a critic that is flat")


@pytest.mark.points(1)
def test_penalty_leaves_no_trace(rng):
    """gradient_penalty: gradients of parameters wait for backward, and none reaches the data"""
    eps = torch.rand(4, generator=rng, dtype=F64)
    changed = traces_of_penalty(gradient_penalty, weights_for("curved", rng), normal(rng, 4, 3), eps)
    assert not changed, f"`gradient_penalty` should leave no trace, and changes {' and '.join(changed)}"


@pytest.mark.points(1)
def test_norm(rng):
    """input_grad_norm_sq is right for several models and losses"""
    for dtype in (F64, torch.float32):
        for kind, weights, loss, x, y in norm_cases(rng, dtype):
            expected, _ = true_norm_sq(kind, weights, loss, x, y)
            value = norm_value(kind, weights, loss, x, y)
            told = f"This is for {MODELS[kind]}, {LOSSES[loss]} and x of shape {tuple(x.shape)}."
            assert_close(value, expected, **tolerance(dtype), message=told)


@pytest.mark.points(1)
def test_norm_gradients(rng):
    """The squared norm's derivatives by the parameters are right"""
    for kind, weights, loss, x, y in norm_cases(rng, F64):
        _, expected = true_norm_sq(kind, weights, loss, x, y)
        _, grads = norm_sq(input_grad_norm_sq, kind, weights, loss, x, y)
        check_gradients("input_grad_norm_sq", grads, expected, f" in the case of {MODELS[kind]} and {LOSSES[loss]}")


@pytest.mark.points(1)
def test_norm_leaves_no_trace(rng):
    """input_grad_norm_sq: gradients of parameters wait for backward, and none reaches the data"""
    weights, x, y = weights_for("curved", rng), normal(rng, 4, 3), normal(rng, 4)
    for which in ("plain", "graph"):
        changed = traces_of_norm(input_grad_norm_sq, which, weights, x, y)
        assert not changed, f"`input_grad_norm_sq` should leave no trace, and changes {' and '.join(changed)}"
