"""Hidden checks for reductions."""

import math
import warnings

import numpy as np
import pytest
import torch
from reductions import logsumexp, mean_np, mean_t, softmax, var

from grader.checks import (
    assert_close,
    assert_gradients,
    assert_matches,
    assert_raises_clearly,
    assert_unchanged,
    make_inputs,
)

INF = float("inf")
SIZES = {"n": [0, 1, 2, 5], "m": [1, 3], "k": [1, 4]}
LAYOUTS = ["contiguous", "transposed", "sliced"]


def on_every_dim(rng, *extra, sizes=SIZES, cases=6, dtype=torch.float64):
    """(tensor, dim, *extra) for tensors of three dimensions, each dimension in turn, from the left and the right."""
    for (t,) in make_inputs(rng, "n m k", cases=cases, layouts=LAYOUTS, sizes=sizes, dtype=dtype):
        for dim in range(-3, 3):
            yield t, dim, *extra


def array_mean(a, axis):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the mean of nothing
        return np.asarray(np.mean(np.atleast_1d(a), axis=axis))


def tensor_mean(t, dim, keepdim=False):
    return (t if t.is_floating_point() else t.float()).mean(dim, keepdim=keepdim)


def two_pass(t, dim, correction):
    squares = (t - t.mean(dim, keepdim=True)).square().sum(dim)
    return squares / max((t.shape[dim] if t.dim() else 1) - correction, 0)


def mean_np_array(a, axis):
    """The student's mean_np; a NumPy number counts as a 0-d array."""
    return np.asarray(mean_np(a, axis))


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_means():
    """The examples of the statement: means in NumPy and in torch"""
    assert_close(mean_np(np.array([[1.0, 2.0], [3.0, 6.0]]), 0), np.array([2.0, 4.0]))
    assert_close(mean_t(torch.tensor([1, 2]), 0), torch.tensor(1.5))


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_var():
    """The example of the statement: the variance with both corrections"""
    assert_close(var(torch.tensor([1.0, 3.0]), 0, 1), torch.tensor(2.0))
    assert_close(var(torch.tensor([1.0, 3.0]), 0, 0), torch.tensor(1.0))


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_softmax():
    """The examples of the statement: softmax and logsumexp"""
    assert_close(softmax(torch.tensor([0.0, math.log(3)]), 0), torch.tensor([0.25, 0.75]))
    assert_close(logsumexp(torch.tensor([1000.0, 1000.0]), 0), torch.tensor(1000.0 + math.log(2)))


@pytest.mark.points(2)
def test_mean_np(rng):
    """mean_np: every axis, layout and dtype, also over no elements"""
    for dtype in (torch.float64, torch.float32, torch.int64, torch.bool):
        for t, axis in on_every_dim(rng, cases=3, dtype=dtype):
            a = t.numpy()
            assert_close(mean_np_array(a, axis), array_mean(a, axis), equal_nan=True)


@pytest.mark.points(2)
def test_mean_t(rng):
    """mean_t: every dimension, layout and dtype, with keepdim or without, also over no elements"""
    for dtype in (torch.float64, torch.float32, torch.int64, torch.bool):
        for keepdim in (False, True):
            inputs = on_every_dim(rng, keepdim, cases=2, dtype=dtype)
            assert_matches(mean_t, tensor_mean, inputs, equal_nan=True)


@pytest.mark.points(1)
@pytest.mark.parametrize("mean", [mean_np_array, mean_t], ids=["mean_np", "mean_t"])
def test_mean_of_one_number(mean):
    """The mean of a 0-d value over dimension 0 or -1 is the value"""
    for value in (np.asarray(2.5), np.asarray(4)):
        for dim in (0, -1):
            if mean is mean_t:
                assert_close(mean_t(torch.from_numpy(value), dim), tensor_mean(torch.from_numpy(value), dim))
            else:
                assert_close(mean_np_array(value, dim), array_mean(value, dim))


@pytest.mark.points(2)
def test_var(rng):
    """var: both corrections, every dimension and layout, one element, none, and a 0-d tensor"""
    for correction in (0, 1):
        assert_matches(var, two_pass, on_every_dim(rng, correction), equal_nan=True)
        number, nothing = torch.tensor(2.5, dtype=torch.float64), torch.zeros(0, 3)
        cases = [(number, 0, correction), (number, -1, correction), (nothing, 0, correction), (nothing, 1, correction)]
        assert_matches(var, two_pass, cases, equal_nan=True)


@pytest.mark.points(1)
@pytest.mark.depends("test_var")
def test_var_far_from_zero(rng):
    """var: data around 10,000 in float32"""
    t = torch.randn(4, 50, generator=rng) + 10_000
    # Two passes in float32 are right to 1e-6; the difference of squares is off by 1 and more.
    assert_close(var(t, 1, 1), two_pass(t.double(), 1, 1).float(), rtol=1e-3, atol=1e-3)


@pytest.mark.points(1)
@pytest.mark.parametrize(
    ("function", "reference"), [(softmax, torch.softmax), (logsumexp, torch.logsumexp)], ids=["softmax", "logsumexp"]
)
def test_values(function, reference, rng):
    """softmax and logsumexp: every dimension and layout, no elements, and a 0-d tensor"""
    assert_matches(function, reference, on_every_dim(rng))
    number, nothing = torch.tensor(2.5, dtype=torch.float64), torch.zeros(0, 3)
    assert_matches(function, reference, [(number, 0), (number, -1), (nothing, 0), (nothing, 1)])


@pytest.mark.points(1)
@pytest.mark.depends("test_values")
@pytest.mark.parametrize(
    ("function", "reference"), [(softmax, torch.softmax), (logsumexp, torch.logsumexp)], ids=["softmax", "logsumexp"]
)
def test_large_values(function, reference, rng):
    """softmax and logsumexp: values of ±10,000 neither overflow nor vanish"""
    for scale in (100.0, 1e4):
        t = torch.randn(3, 5, generator=rng) * scale
        t = torch.cat([t, t.abs() + scale, -t.abs() - scale])
        assert_matches(function, reference, [(t.double(), 1)])
        # float32 holds the logsumexp of such values to 0.004, and exp(t - logsumexp) may be off by some of these.
        tolerance = {"rtol": 0.05, "atol": 1e-6} if function is softmax else {}
        assert_matches(function, reference, [(t, 1), (t, 0)], **tolerance)


@pytest.mark.points(1)
@pytest.mark.depends("test_values")
@pytest.mark.parametrize(
    ("function", "reference"), [(softmax, torch.softmax), (logsumexp, torch.logsumexp)], ids=["softmax", "logsumexp"]
)
def test_infinite_values(function, reference):
    """softmax and logsumexp: -inf among the values, or in all places of a row"""
    t = torch.tensor([[-INF, 1.0, 2.0], [0.0, -INF, -INF], [-INF, -INF, -INF]])
    assert_matches(function, reference, [(t, 1), (t.T, 0)], equal_nan=True)
    if function is logsumexp:
        assert_close(logsumexp(torch.tensor([INF, 1.0, -INF]), 0), torch.tensor(INF))


@pytest.mark.points(1)
@pytest.mark.parametrize("name", ["var", "softmax", "logsumexp"])
def test_gradients(name, rng):
    """Gradients flow through var, softmax and logsumexp"""
    t = torch.randn(3, 4, generator=rng, dtype=torch.float64)
    for dim in (0, 1):
        if name == "var":
            assert_gradients(var, t, dim, 1)
        else:
            assert_gradients(softmax if name == "softmax" else logsumexp, t, dim)


@pytest.mark.points(1)
@pytest.mark.parametrize("name", ["mean_np", "mean_t", "var", "softmax", "logsumexp"])
def test_no_such_dimension(name):
    """A dimension that does not exist is an IndexError"""
    function = {"mean_np": mean_np, "mean_t": mean_t, "var": var, "softmax": softmax, "logsumexp": logsumexp}[name]
    options = (1,) if name == "var" else ()
    for shape, dims in (((2, 3), (2, -3)), ((), (1, -2))):
        value = np.ones(shape) if name == "mean_np" else torch.ones(shape)
        for dim in dims:
            assert_raises_clearly(IndexError, function, value, dim, *options)


@pytest.mark.points(1)
def test_arguments_unchanged(rng):
    """The arguments stay as they were"""
    t = torch.randn(3, 4, generator=rng)
    assert_unchanged(mean_np, t.numpy().copy(), 1)
    assert_unchanged(mean_t, t, 1)
    assert_unchanged(var, t, 1, 0)
    assert_unchanged(softmax, t, 1)
    assert_unchanged(logsumexp, t, 1)
