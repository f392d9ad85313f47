"""Hidden checks for linreg_numpy."""

import numpy as np
import pytest
import torch
from linreg_numpy import fit, loss_and_grad

from grader.checks import assert_close, make_inputs


def example():
    """X and y of the statement."""
    return np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([5.0, 10.0])


def problems(rng, cases=8):
    """(X, y, w, b) of several sizes, N = 1 and D = 0 among them, in several memory layouts."""
    sizes = {"n": [1, 2, 17], "d": [0, 1, 4]}
    layouts = ["contiguous", "transposed", "sliced"]
    specs = ("n d", "n", "d", "1")
    for inputs in make_inputs(rng, *specs, cases=cases, layouts=layouts, sizes=sizes, dtype=torch.float64):
        X, y, w, b = (t.numpy() for t in inputs)
        yield X, y, w, float(b[0])


def mse(X, y, w, b):
    return float(np.mean((X @ w + b - y) ** 2))


def slopes(f, at, eps=1e-4):
    """Central differences; exact up to rounding (about 1e-11 here) because the loss is a parabola in each entry."""
    nudges = eps * np.eye(len(at))
    return np.array([(f(at + nudge) - f(at - nudge)) / (2 * eps) for nudge in nudges])


def descend(X, y, lr, steps):
    """Gradient descent with the slopes of the parabola written out, for comparison."""
    w, b, history = np.zeros(X.shape[1]), 0.0, []
    for _ in range(steps):
        e = X @ w + b - y
        history.append(float(np.mean(e * e)))
        w, b = w - lr * 2 * (e @ X) / len(y), b - lr * 2 * float(np.mean(e))
    return w, b, history


def line(rng, noise):
    """200 points in 3 dimensions around a known plane: X, y, w, b."""
    w, b = np.array([1.0, -2.0, 3.0]), 0.5
    X = torch.randn(200, 3, generator=rng, dtype=torch.float64).numpy()
    y = X @ w + b + noise * torch.randn(200, generator=rng, dtype=torch.float64).numpy()
    return X, y, w, b


@pytest.mark.visible
@pytest.mark.points(1)
def test_example():
    """The example of the statement: loss and gradient"""
    loss, dw, db = loss_and_grad(*example(), np.array([1.0, 1.0]), 0.0)
    assert_close(float(loss), 6.5, message="the loss of the example")
    assert_close(dw, np.array([-11.0, -16.0]), message="`dw` of the example")
    assert_close(float(db), -5.0, message="`db` of the example")


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_step():
    """The example of the statement: one step of fit"""
    w, b, history = fit(*example(), 0.01, 1)
    assert_close(w, np.array([0.35, 0.5]), message="`w` after one step")
    assert_close(float(b), 0.15, message="`b` after one step")
    assert_close([float(loss) for loss in history], [62.5], message="`history` after one step")


@pytest.mark.points(1)
def test_kinds_and_shapes(rng):
    """loss and db are numbers, dw has the shape of w, also for one row and for no columns"""
    for X, y, w, b in problems(rng):
        loss, dw, db = loss_and_grad(X, y, w, b)
        where = f"for X of shape {X.shape}"
        assert isinstance(loss, float), f"the loss must be a single float {where}"
        assert isinstance(db, float), f"`db` must be a single float {where}"
        assert isinstance(dw, np.ndarray), f"`dw` must be a NumPy array {where}"
        assert dw.shape == w.shape, f"`dw` must have the shape of w, {w.shape}, {where}; yours has {dw.shape}"


@pytest.mark.points(1)
def test_loss(rng):
    """The loss is the mean squared error"""
    for X, y, w, b in problems(rng):
        expected = mse(X, y, w, b)
        loss, _, _ = loss_and_grad(X, y, w, b)
        assert_close(float(loss), expected, message=f"the mean squared error for N = {len(y)}")


@pytest.mark.points(2)
@pytest.mark.depends("test_kinds_and_shapes")
def test_gradient(rng):
    """The gradient equals the slope of the loss, measured by central differences"""
    for X, y, w, b in problems(rng):
        expected_dw = slopes(lambda v: mse(X, y, v, b), w)  # noqa: B023
        expected_db = slopes(lambda v: mse(X, y, w, v[0]), np.array([b]))[0]  # noqa: B023
        _, dw, db = loss_and_grad(X, y, w, b)
        assert_close(dw, expected_dw, rtol=1e-6, atol=1e-6, message=f"`dw` for N = {len(y)}")
        assert_close(float(db), float(expected_db), rtol=1e-6, atol=1e-6, message=f"`db` for data of {len(y)} rows")


@pytest.mark.points(1)
def test_arguments_unchanged(rng):
    """X, y and w are left as they were"""
    X, y, _, _ = line(rng, noise=0.1)
    w = np.array([0.3, 0.2, 0.1])
    before = X.copy(), y.copy(), w.copy()
    loss_and_grad(X, y, w, 0.5)
    fit(X, y, 0.1, 3)
    for name, now, then in zip("Xyw", (X, y, w), before, strict=True):
        assert np.array_equal(now, then), f"`{name}` has other values after your function than before"


@pytest.mark.points(2)
def test_steps(rng):
    """fit makes exactly `steps` updates from zero and notes the loss before each"""
    X, y, _, _ = line(rng, noise=0.1)
    for steps in (0, 1, 2, 10):
        expected_w, expected_b, expected_history = descend(X, y, 0.05, steps)
        w, b, history = fit(X, y, 0.05, steps)
        assert len(history) == steps, f"{steps} steps must give {steps} losses; yours gives {len(history)}"
        assert_close([float(loss) for loss in history], expected_history, message=f"`history` for steps = {steps}")
        assert_close(w, expected_w, message=f"`w` for steps = {steps}")
        assert_close(float(b), float(expected_b), message=f"`b` for steps = {steps}")
    _, _, history = fit(X, np.zeros(len(y)), 0.05, 4)
    assert len(history) == 4, f"4 steps must give 4 losses, also where the slope is 0; yours gives {len(history)}"


@pytest.mark.points(1)
def test_finds_the_line(rng):
    """300 steps find the plane that the points were drawn around"""
    X, y, w_true, b_true = line(rng, noise=0.01)
    w, b, _ = fit(X, y, 0.1, 300)
    # Worst entry over 2,000 seeds of the reference: 0.0027, the noise of the data.
    off = max(float(np.abs(w - w_true).max()), abs(float(b) - b_true))
    assert off < 0.02, f"after 300 steps w and b should be within 0.02 of the truth; the worst is {off:.3g} away"


@pytest.mark.points(1)
def test_loss_falls(rng):
    """With a small learning rate the loss falls at every step"""
    X, y, _, _ = line(rng, noise=0.1)
    _, _, history = fit(X, y, 0.01, 50)
    rises = [k for k in range(1, len(history)) if history[k] >= history[k - 1]]
    assert not rises, f"the loss rises at step {rises[0]}: from {history[rises[0] - 1]:.6g} to {history[rises[0]]:.6g}"
    assert history[-1] < history[0], "the loss at the end is not below the loss at the start"
