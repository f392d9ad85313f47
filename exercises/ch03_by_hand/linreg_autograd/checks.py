"""Hidden checks for linreg_autograd."""

import pytest
import torch
from fixtures import grad_of, is_trainable_leaf, parameter
from linreg_autograd import fit, mse_loss, sgd_step

from grader.checks import assert_close, assert_gradients, make_inputs


def example():
    """X and y of the statement."""
    return torch.tensor([[1.0, 2.0], [3.0, 4.0]]), torch.tensor([5.0, 10.0])


def descend(X, y, lr, steps):
    """Gradient descent with the slopes of the parabola written out, for comparison."""
    w, b, history = X.new_zeros(X.shape[1]), X.new_zeros(()), []
    for _ in range(steps):
        e = X @ w + b - y
        history.append(e.square().mean().item())
        w, b = w - lr * 2 * (e @ X) / len(y), b - lr * 2 * e.mean()
    return w, b, history


def numbers(history):
    """The losses as floats, whatever they are kept as; `test_result_kinds` asks what they are kept as."""
    return [loss.item() if isinstance(loss, torch.Tensor) else float(loss) for loss in history]


def line(rng, noise=0.1):
    """200 points in 3 dimensions around a known plane: X, y, w, b."""
    w, b = torch.tensor([1.0, -2.0, 3.0], dtype=torch.float64), 0.5
    X = torch.randn(200, 3, generator=rng, dtype=torch.float64)
    y = X @ w + b + noise * torch.randn(200, generator=rng, dtype=torch.float64)
    return X, y, w, b


@pytest.mark.visible
@pytest.mark.points(1)
def test_example():
    """The example of the statement: the loss, its slopes and one step"""
    w, b = parameter(torch.ones(2), None), parameter(torch.zeros(()), None)
    loss = mse_loss(*example(), w, b)
    assert_close(loss.detach(), torch.tensor(6.5), message="the loss of the example")
    loss.backward()
    assert_close(grad_of(w), torch.tensor([-11.0, -16.0]), message="`w.grad` of the example")
    assert_close(grad_of(b), torch.tensor(-5.0), message="`b.grad` of the example")
    sgd_step([w, b], 0.1)
    assert_close(w.detach(), torch.tensor([2.1, 2.6]), message="`w` after sgd_step")
    assert_close(b.detach(), torch.tensor(0.5), message="`b` after sgd_step")


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_fit():
    """The example of the statement: one step of fit"""
    w, b, history = fit(*example(), 0.01, 1)
    assert_close(w.detach(), torch.tensor([0.35, 0.5]), message="`w` after one step")
    assert_close(b.detach(), torch.tensor(0.15), message="`b` after one step")
    assert_close(numbers(history), [62.5], message="`history` after one step")


@pytest.mark.points(1)
def test_loss(rng):
    """The loss is the mean squared error, a tensor of shape (), also for one row and for no columns"""
    sizes = {"n": [1, 2, 17], "d": [0, 1, 4]}
    layouts = ["contiguous", "transposed", "sliced"]
    for X, y, w in make_inputs(rng, "n d", "n", "d", cases=8, sizes=sizes, layouts=layouts, dtype=torch.float64):
        b = torch.tensor(0.25, dtype=torch.float64)
        expected = (X @ w + b - y).square().mean()
        assert_close(mse_loss(X, y, w, b), expected, message=f"the mean squared error for X of shape {tuple(X.shape)}")


@pytest.mark.points(1)
def test_loss_gradients(rng):
    """Gradients reach w and b and are right"""
    X, y, w = next(iter(make_inputs(rng, "7 3", "7", "3", dtype=torch.float64)))
    b = torch.tensor(0.25, dtype=torch.float64)
    assert_gradients(mse_loss, X, y, w.requires_grad_(), b.requires_grad_())


@pytest.mark.points(1)
def test_step_moves_the_same_tensors(rng):
    """sgd_step changes the tensors in the list themselves, by −lr · grad"""
    shapes = [(4,), (), (2, 3)]
    values = [torch.randn(shape, generator=rng) for shape in shapes]
    grads = [torch.randn(shape, generator=rng) for shape in shapes]
    params = [parameter(value, grad) for value, grad in zip(values, grads, strict=True)]
    sgd_step(list(params), 0.5)
    for p, value, grad in zip(params, values, grads, strict=True):
        assert_close(p.detach(), value - 0.5 * grad, message=f"a parameter of shape {tuple(p.shape)} after sgd_step")


@pytest.mark.points(1)
def test_step_keeps_leaves():
    """After sgd_step a parameter is still a leaf that requires grad"""
    p = parameter(torch.ones(3), torch.ones(3))
    sgd_step([p], 0.1)
    assert is_trainable_leaf(p), "after sgd_step the parameter is no longer a leaf with requires_grad=True"


@pytest.mark.points(1)
def test_step_clears_gradients():
    """sgd_step leaves no gradient behind"""
    p = parameter(torch.ones(3), torch.full((3,), 2.0))
    sgd_step([p], 0.1)
    left = grad_of(p)
    assert left is None or not left.any(), (
        "after sgd_step .grad still holds the old gradient; the next backward adds to it"
    )


@pytest.mark.points(1)
def test_step_without_gradient():
    """A parameter that no backward has reached stays as it is"""
    reached, unreached = parameter(torch.ones(2), torch.ones(2)), parameter(torch.ones(2), None)
    sgd_step([unreached, reached], 0.5)
    assert_close(unreached.detach(), torch.ones(2), message="a parameter whose `.grad` is None, after sgd_step")
    assert_close(
        reached.detach(), torch.full((2,), 0.5), message="the parameter in the list behind one whose `.grad` is None"
    )


@pytest.mark.points(1)
def test_result_kinds(rng):
    """fit returns leaves in the dtype of X, and Python floats"""
    for dtype in (torch.float32, torch.float64):
        X, y = torch.randn(5, 2, generator=rng, dtype=dtype), torch.randn(5, generator=rng, dtype=dtype)
        w, b, history = fit(X, y, 0.1, 3)
        for name, value, shape in (("w", w, (2,)), ("b", b, ())):
            assert value.dtype == dtype, f"X is {dtype}, so `{name}` must be too; yours is {value.dtype}"
            assert tuple(value.shape) == shape, f"`{name}` must have shape {shape}; yours has {tuple(value.shape)}"
            assert is_trainable_leaf(value), f"`{name}` must be the trained leaf, with requires_grad=True"
        kinds = {type(loss).__name__ for loss in history}
        assert kinds == {"float"}, (
            f"`history` must hold Python floats; yours holds {', '.join(sorted(kinds)) or 'nothing'}"
        )


@pytest.mark.points(2)
def test_steps(rng):
    """fit makes exactly `steps` updates from zero and notes the loss before each"""
    X, y, _, _ = line(rng)
    for steps in (0, 1, 2, 10):
        expected_w, expected_b, expected_history = descend(X, y, 0.05, steps)
        w, b, history = fit(X, y, 0.05, steps)
        assert len(history) == steps, f"{steps} steps must give {steps} losses; yours gives {len(history)}"
        assert_close(numbers(history), expected_history, message=f"`history` for steps = {steps}")
        assert_close(w.detach(), expected_w, message=f"`w` for steps = {steps}")
        assert_close(b.detach(), expected_b, message=f"`b` for steps = {steps}")


@pytest.mark.points(1)
def test_finds_the_line(rng):
    """300 steps find the plane that the points were drawn around"""
    X, y, w_true, b_true = line(rng, noise=0.01)
    w, b, _ = fit(X, y, 0.1, 300)
    # Worst entry over 2,000 seeds of the reference: 0.0027, the noise of the data.
    off = max((w - w_true).abs().max().item(), abs(b.item() - b_true))
    assert off < 0.02, f"after 300 steps w and b should be within 0.02 of the truth; the worst is {off:.3g} away"
