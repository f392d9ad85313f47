"""Hidden checks for mlp_manual_backprop."""

import math

import numpy as np
import pytest
import torch
from fixtures import train
from mlp_manual_backprop import MLP, softmax_cross_entropy

from grader.checks import assert_close, assert_converges

NAMES = ("W1", "b1", "W2", "b2")
SIZES = [(5, 3, 4, 2), (1, 3, 1, 2), (7, 1, 6, 1), (0, 2, 3, 2)]  # N, n_in, n_hidden, n_out


def normal(rng, *shape):
    return torch.randn(*shape, generator=rng, dtype=torch.float64).numpy()


def draw(rng, n_in, n_hidden, n_out):
    """Random arrays for a network, biases too."""
    shapes = ((n_in, n_hidden), (n_hidden,), (n_hidden, n_out), (n_out,))
    return dict(zip(NAMES, (normal(rng, *shape) for shape in shapes), strict=True))


def network(arrays):
    """The student's network with these arrays."""
    n_in, n_hidden = arrays["W1"].shape
    net = MLP(n_in, n_hidden, arrays["W2"].shape[1])
    for name, array in arrays.items():
        setattr(net, name, array.copy())
    return net


def logits_of(arrays, X):
    hidden = np.maximum(X @ arrays["W1"] + arrays["b1"], 0)
    return hidden @ arrays["W2"] + arrays["b2"]


def autograd(arrays, X, dlogits):
    """The gradients as torch finds them."""
    leaves = {name: torch.from_numpy(array.copy()).requires_grad_() for name, array in arrays.items()}
    hidden = torch.relu(torch.from_numpy(X.copy()) @ leaves["W1"] + leaves["b1"])
    (hidden @ leaves["W2"] + leaves["b2"]).backward(torch.from_numpy(dlogits.copy()))
    return {name: leaf.grad.numpy() for name, leaf in leaves.items()}


def cross_entropy(logits, y):
    return torch.nn.functional.cross_entropy(torch.from_numpy(logits), torch.from_numpy(y)).item()


def slopes(f, at, eps=1e-6):
    """Central differences of f by every entry of `at`."""
    out = np.zeros_like(at)
    for index in np.ndindex(*at.shape):
        up, down = at.copy(), at.copy()
        up[index] += eps
        down[index] -= eps
        out[index] = (f(up) - f(down)) / (2 * eps)
    return out


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_loss():
    """The example of the statement: softmax cross-entropy"""
    loss, dlogits = softmax_cross_entropy(np.array([[0.0, math.log(3)], [0.0, 0.0]]), np.array([1, 0]))
    expected = (math.log(4 / 3) + math.log(2)) / 2
    assert_close(float(loss), expected, message="the loss of the example")
    assert_close(dlogits, np.array([[0.125, -0.125], [-0.25, 0.25]]), message="`dlogits` of the example")


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_network():
    """The example of the statement: the network, forward and backward"""
    arrays = {"W1": [[1.0, -1.0]], "b1": [0.0, 0.0], "W2": [[1.0], [2.0]], "b2": [0.5]}
    net = network({name: np.array(values) for name, values in arrays.items()})
    assert_close(net.forward(np.array([[2.0], [-3.0]])), np.array([[2.5], [6.5]]), message="the logits of the example")
    grads = net.backward(np.array([[1.0], [10.0]]))
    expected = {"W2": [[2.0], [30.0]], "b2": [11.0], "W1": [[2.0, -60.0]], "b1": [1.0, 20.0]}
    for name, values in expected.items():
        assert_close(grads[name], np.array(values), message=f'`backward(…)["{name}"]` of the example')


@pytest.mark.points(1)
def test_start():
    """Weights start normal with standard deviation √(2/inputs), biases 0; a seed fixes them"""
    net, twin, other = MLP(100, 50, 40, seed=1), MLP(100, 50, 40, seed=1), MLP(100, 50, 40, seed=2)
    shapes = {"W1": (100, 50), "b1": (50,), "W2": (50, 40), "b2": (40,)}
    for name, shape in shapes.items():
        array = getattr(net, name)
        assert array.shape == shape, f"`{name}` of MLP(100, 50, 40) must have shape {shape}; yours has {array.shape}"
    for name, inputs in (("W1", 100), ("W2", 50)):
        array, wanted = getattr(net, name), math.sqrt(2 / inputs)
        # 2,000 entries or more: over 2,000 seeds their spread stays within 6 % of the wanted one.
        spread = float(np.std(array))
        assert 0.85 < spread / wanted < 1.15, (
            f"the standard deviation of `{name}` should be about {wanted:.3g}; yours is {spread:.3g}"
        )
        # The mean of 2,000 entries strays by 2 % of their spread.
        centre = float(np.mean(array))
        assert abs(centre) < 0.15 * wanted, f"the mean of `{name}` should be near 0; yours is {centre:.3g}"
        assert np.array_equal(array, getattr(twin, name)), f"two networks made with seed=1 differ in `{name}`"
        assert not np.array_equal(array, getattr(other, name)), f"seed=1 and seed=2 give the same `{name}`"
    for name in ("b1", "b2"):
        assert not np.any(getattr(net, name)), f"`{name}` should start at 0"
    assert np.array_equal(MLP(3, 4, 2).W1, MLP(3, 4, 2, seed=0).W1), (
        "without a seed the network should be that of seed=0"
    )


@pytest.mark.points(1)
def test_forward(rng):
    """forward gives relu(X · W1 + b1) · W2 + b2, also for one row and for none"""
    for n, *layers in SIZES:
        arrays, X = draw(rng, *layers), normal(rng, n, layers[0])
        assert_close(network(arrays).forward(X), logits_of(arrays, X), message=f"the logits for X of shape {X.shape}")


@pytest.mark.points(1)
def test_loss(rng):
    """The loss is the mean cross-entropy, a float"""
    for n, c in ((1, 1), (1, 3), (6, 4), (20, 10)):
        logits, y = 2 * normal(rng, n, c), torch.randint(c, (n,), generator=rng).numpy()
        loss, _ = softmax_cross_entropy(logits, y)
        assert isinstance(loss, float), "the loss must be a single float"
        assert_close(float(loss), cross_entropy(logits, y), message=f"the loss for logits of shape {(n, c)}")


@pytest.mark.points(1)
def test_loss_gradient(rng):
    """dlogits equals the slope of the loss, measured by central differences"""
    for n, c in ((1, 3), (6, 4)):
        logits, y = 2 * normal(rng, n, c), torch.randint(c, (n,), generator=rng).numpy()
        expected = slopes(lambda at: cross_entropy(at, y), logits)  # noqa: B023
        _, dlogits = softmax_cross_entropy(logits, y)
        # Central differences are off by 1e-9 at most here.
        assert_close(dlogits, expected, rtol=1e-6, atol=1e-6, message=f"`dlogits` for logits of shape {(n, c)}")


@pytest.mark.points(1)
def test_large_logits():
    """Logits in the thousands overflow nothing"""
    logits, y = np.array([[1000.0, 0.0, -1000.0], [-2000.0, -2001.0, -2000.0]]), np.array([1, 0])
    loss, dlogits = softmax_cross_entropy(logits, y)
    assert np.isfinite(loss), "the loss is inf or nan for large logits"
    assert np.isfinite(dlogits).all(), "`dlogits` is inf or nan for large logits"
    assert_close(float(loss), cross_entropy(logits, y), message="the loss for large logits")
    rest = 1 / (2 + math.exp(-1))
    expected = np.array([[1.0, -1.0, 0.0], [rest - 1, rest * math.exp(-1), rest]]) / 2
    assert_close(dlogits, expected, message="`dlogits` for large logits")


@pytest.mark.points(1)
def test_backward_shapes(rng):
    """backward gives W1, b1, W2, b2, each in the shape of its array"""
    for n, *layers in SIZES:
        arrays = draw(rng, *layers)
        net = network(arrays)
        net.forward(normal(rng, n, layers[0]))
        grads = net.backward(normal(rng, n, layers[2]))
        assert sorted(grads) == sorted(NAMES), f"`backward` must give the keys {NAMES}; yours gives {sorted(grads)}"
        for name, array in arrays.items():
            got = np.shape(grads[name])
            assert got == array.shape, f"the gradient of `{name}` must have its shape {array.shape}; yours has {got}"


@pytest.mark.points(2)
@pytest.mark.depends("test_forward", "test_backward_shapes")
def test_backward_is_the_slope(rng):
    """Every entry of every gradient equals the slope of the loss, measured by central differences"""
    arrays, X, y = draw(rng, 3, 4, 3), normal(rng, 5, 3), torch.randint(3, (5,), generator=rng).numpy()
    # Keep the hidden layer away from ReLU's kink, where the slope is not defined.
    while np.abs(X @ arrays["W1"] + arrays["b1"]).min() < 1e-3:
        X = normal(rng, 5, 3)
    logits = torch.from_numpy(logits_of(arrays, X)).requires_grad_()
    torch.nn.functional.cross_entropy(logits, torch.from_numpy(y)).backward()
    net = network(arrays)
    net.forward(X)
    grads = net.backward(logits.grad.numpy())
    for name, array in arrays.items():
        expected = slopes(lambda at: cross_entropy(logits_of(arrays | {name: at}, X), y), array)  # noqa: B023
        assert_close(grads[name], expected, rtol=1e-6, atol=1e-6, message=f"the gradient of `{name}`")


@pytest.mark.points(2)
@pytest.mark.depends("test_backward_shapes")
def test_backward_equals_autograd(rng):
    """backward equals torch's autograd for any dlogits, also for one row and for none"""
    for n, *layers in SIZES:
        arrays, X, dlogits = draw(rng, *layers), normal(rng, n, layers[0]), normal(rng, n, layers[2])
        net = network(arrays)
        net.forward(X)
        grads = net.backward(dlogits)
        for name, expected in autograd(arrays, X, dlogits).items():
            assert_close(grads[name], expected, message=f"the gradient of `{name}` for X of shape {X.shape}")


@pytest.mark.points(1)
@pytest.mark.depends("test_backward_shapes")
def test_backward_at_the_kink(rng):
    """Where the hidden layer's input is exactly 0, no gradient passes"""
    arrays = draw(rng, 2, 3, 2) | {"b1": np.zeros(3)}
    X = np.zeros((2, 2))
    dlogits = normal(rng, 2, 2)
    net = network(arrays)
    net.forward(X)
    assert_close(net.backward(dlogits)["b1"], np.zeros(3), message="the gradient of `b1` when X and b1 are 0")


@pytest.mark.points(1)
@pytest.mark.depends("test_backward_shapes")
def test_backward_remembers_the_last_forward(rng):
    """backward belongs to the last forward, and a second call gives the same again"""
    arrays, X, dlogits = draw(rng, 3, 4, 2), normal(rng, 5, 3), normal(rng, 5, 2)
    expected = autograd(arrays, X, dlogits)
    net = network(arrays)
    net.forward(normal(rng, 8, 3))
    net.backward(normal(rng, 8, 2))
    net.forward(X)
    first = {name: np.array(grad) for name, grad in net.backward(dlogits).items()}
    second = net.backward(dlogits)
    for name in NAMES:
        assert_close(first[name], expected[name], message=f"the gradient of `{name}` after two forwards")
        assert_close(second[name], first[name], message=f"the gradient of `{name}` from a second call of backward")


@pytest.mark.points(1)
def test_arguments_unchanged(rng):
    """X, logits, y and dlogits are left as they were"""
    X, logits, dlogits = normal(rng, 5, 3), normal(rng, 5, 2), normal(rng, 5, 2)
    y = torch.randint(2, (5,), generator=rng).numpy()
    given = {"X": X, "logits": logits, "y": y, "dlogits": dlogits}
    before = {name: array.copy() for name, array in given.items()}
    net = network(draw(rng, 3, 4, 2))
    net.forward(X)
    net.backward(dlogits)
    softmax_cross_entropy(logits, y)
    for name, array in given.items():
        assert np.array_equal(array, before[name]), f"`{name}` has other values after your function than before"


@pytest.mark.points(1)
@pytest.mark.depends("test_backward_shapes")
def test_step(rng):
    """step moves every array by −lr times its gradient"""
    arrays, X, dlogits = draw(rng, 3, 4, 2), normal(rng, 5, 3), normal(rng, 5, 2)
    net = network(arrays)
    net.forward(X)
    grads = {name: np.array(grad) for name, grad in net.backward(dlogits).items()}
    net.step(0.1)
    for name, array in arrays.items():
        assert_close(getattr(net, name), array - 0.1 * grads[name], message=f"`{name}` after step(0.1)")


@pytest.mark.points(2)
def test_reads_digits(course_data, rng):
    """Trained on 1,400 digits, the network reads at least 90 % of 397 new ones"""
    digits = course_data("digits")
    order = torch.randperm(1797, generator=rng).numpy()
    X, y = digits["X"].reshape(1797, 64)[order] / 16.0, digits["y"].astype(np.int64)[order]
    net = MLP(64, 64, 10, seed=0)
    train(net, softmax_cross_entropy, X[:1400], y[:1400])
    guesses = np.asarray(net.forward(X[1400:])).argmax(axis=1)
    # 40 seeds of the reference: 0.932 to 0.987; the best of the wrong answers that learn too slowly: 0.79.
    assert_converges([float((guesses == y[1400:]).mean())], at_least=0.9, label="share of new digits read right")
