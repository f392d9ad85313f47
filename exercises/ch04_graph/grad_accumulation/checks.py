"""Hidden checks for grad_accumulation."""

import pytest
import torch
from fixtures import example, gradients, make_net, notes, run, used_before
from grad_accumulation import accumulate
from torch.nn import functional as F

EVEN, UNEVEN = [(1, 1), (4, 4), (5, 1), (6, 2)], [(7, 3), (5, 4), (3, 8)]  # rows, micro


def case(rng, rows, classes=False):
    """A net on the student's side, its parameters here, and a batch."""
    shapes = [(4, 3), (4,), (5 if classes else 1, 4)]
    params = [torch.randn(shape, generator=rng, dtype=torch.float64) for shape in shapes]
    X = torch.randn(3, rows, generator=rng, dtype=torch.float64).T  # not contiguous
    y = torch.randn(rows, 1, generator=rng, dtype=torch.float64)
    return make_net(*params), params, X, torch.arange(rows) * 3 % 5 if classes else y


def whole_batch(params, X, y, loss_fn, reduction):
    """Loss and gradients of the whole batch at once."""
    inner, shift, outer = leaves = [p.clone().requires_grad_() for p in params]
    loss = loss_fn(torch.tanh(X @ inner.T + shift) @ outer.T, y, reduction=reduction)
    return loss.item(), dict(zip(("inner", "shift", "outer"), torch.autograd.grad(loss, leaves), strict=True))


def expect_gradients(net, expected, what):
    actual = gradients(net)
    for name, right in expected.items():
        grad = actual[name]
        assert grad is not None, f"for {what}, `{name}` of the model gets no gradient"
        assert grad.shape == right.shape, f"for {what}, {name}.grad has shape {tuple(grad.shape)}"
        ratio = (grad / right).flatten()
        # The sums are added in another order: errors of 1e-15.
        same = torch.allclose(grad, right, rtol=1e-9, atol=1e-10)
        factor = f"; it is {ratio[0]:.4g} times the right one" if torch.allclose(ratio, ratio[0], rtol=1e-6) else ""
        assert same, f"for {what}, {name}.grad is not the gradient of the whole batch{factor}"


def expect_whole_batch(rng, sizes, reduction, classes=False):
    for rows, micro in sizes:
        net, params, X, y = case(rng, rows, classes)
        run(accumulate, net, "classes" if classes else "mse", reduction, X, y, micro)
        _, expected = whole_batch(params, X, y, F.cross_entropy if classes else F.mse_loss, reduction)
        expect_gradients(net, expected, f"{rows} rows, {micro} at a time, and the {reduction} of the losses")


@pytest.mark.visible
@pytest.mark.points(1)
@pytest.mark.parametrize("reduction", ["mean", "sum"])
def test_example(reduction):
    """The example of the statement: three rows, two at a time"""
    loss, grad = example(accumulate, reduction)
    assert isinstance(loss, float), f"the loss should be a Python float; yours is {type(loss).__name__}"
    assert grad is not None, "after `accumulate`, weight.grad is None"
    expected = (9.0, -12.0) if reduction == "mean" else (27.0, -36.0)
    assert (loss, grad.item()) == pytest.approx(expected), (
        f"for the {reduction}, the loss of the example is {expected[0]} and weight.grad [[{expected[1]}]]; "
        f"yours are {loss:g} and [[{grad.item():g}]]"
    )


@pytest.mark.points(1)
def test_mean_of_even_parts(rng):
    """The gradient of the mean, where all parts have the same size"""
    expect_whole_batch(rng, EVEN, "mean")


@pytest.mark.points(2)
def test_mean_of_uneven_parts(rng):
    """The gradient of the mean, where the last part is smaller, or micro larger than the batch"""
    expect_whole_batch(rng, UNEVEN, "mean")


@pytest.mark.points(1)
def test_sum(rng):
    """The gradient of the sum"""
    expect_whole_batch(rng, EVEN + UNEVEN, "sum")


@pytest.mark.points(1)
def test_classes(rng):
    """Cross-entropy on labels of shape (N,)"""
    expect_whole_batch(rng, UNEVEN, "mean", classes=True)


@pytest.mark.points(1)
def test_loss(rng):
    """The loss of the whole batch is returned, as a Python float"""
    for reduction in ("mean", "sum"):
        for rows, micro in (*EVEN, *UNEVEN):
            net, params, X, y = case(rng, rows)
            loss = run(accumulate, net, "mse", reduction, X, y, micro)
            assert isinstance(loss, float), f"the loss should be a Python float; yours is {type(loss).__name__}"
            expected, _ = whole_batch(params, X, y, F.mse_loss, reduction)
            assert loss == pytest.approx(expected, rel=1e-9), (
                f"for {rows} rows, {micro} at a time, and the {reduction}, the loss is {expected:.6g}; yours {loss:.6g}"
            )


@pytest.mark.points(1)
def test_old_gradients_do_not_count(rng):
    """Gradients that the model brings along are gone, also where no new one comes"""
    net, params, X, y = case(rng, 6)
    used_before(net, X)
    run(accumulate, net, "mse", "mean", X, y, 2)
    _, expected = whole_batch(params, X, y, F.mse_loss, "mean")
    expect_gradients(net, expected, "a model with gradients from before")
    for name in ("unused", "frozen"):
        grad = gradients(net)[name]
        assert grad is None or not grad.any(), f"the loss does not reach `{name}`, and its .grad is {grad.tolist()}"


@pytest.mark.points(1)
def test_rows(rng):
    """Every row goes through the model once, at most `micro` at a time"""
    for rows, micro in (*EVEN, *UNEVEN):
        net, _, X, y = case(rng, rows)
        run(accumulate, net, "mse", "mean", X, y, micro)
        sizes = [len(part) for part in notes(net)[0]]
        assert max(sizes) <= micro, f"with micro = {micro} the model was given {max(sizes)} rows at once"
        assert sum(sizes) == rows, f"{rows} rows in parts of {micro} should be {rows} rows; the model saw {sum(sizes)}"


@pytest.mark.points(2)
@pytest.mark.depends("test_rows")
def test_memory(rng):
    """What one part saved for its backward is free before the model sees the next"""
    for rows, micro in ((6, 2), (7, 3)):
        net, _, X, y = case(rng, rows)
        run(accumulate, net, "mse", "mean", X, y, micro)
        kept = notes(net)[1]
        assert not any(kept), (
            f"when the model gets part {1 + next(i for i, n in enumerate(kept) if n)}, {max(kept)} tensors of earlier "
            "parts are still kept for a backward: memory grows with the batch"
        )
