"""Hidden checks for two_losses."""

import pytest
import torch
from fixtures import (
    arrivals,
    call,
    error_of_another_backward,
    give_gradients,
    gradients,
    gradients_have_history,
    linear,
    square,
    two_heads,
)
from two_losses import backward_split, backward_surgery, grad_cosine

from grader.checks import assert_close

NAMES = ["trunk", "head_a", "head_b", "spare"]


def tensor(*values):
    return torch.tensor(values, dtype=torch.float64)


def normal(rng, *shape):
    return torch.randn(shape, generator=rng, dtype=torch.float64)


def drawn(rng, n=6):
    """Values for `two_heads`: trunk (3, 2), heads (3,), x (n, 2)."""
    return normal(rng, 3, 2), normal(rng, 3), normal(rng, 3), normal(rng, n, 2)


def right_gradients(trunk, head_a, head_b, x):
    """The gradients of loss_a and of loss_b of `two_heads`, by name; None where a loss does not reach."""
    trunk, head_a, head_b = leaves = [value.clone().requires_grad_() for value in (trunk, head_a, head_b)]
    hidden = torch.tanh(x @ trunk.T)
    losses = (hidden @ head_a).square().mean(), (hidden @ head_b - 1).square().mean()
    found = [torch.autograd.grad(loss, leaves, retain_graph=True, allow_unused=True) for loss in losses]
    return [dict(zip(NAMES, (*grads, None), strict=True)) for grads in found]


def vector(grads, names):
    """The gradients of these leaves in one vector, with zeros where there is none."""
    sizes = {"trunk": 6, "head_a": 3, "head_b": 3, "spare": 3}
    return torch.cat([grads[n].reshape(-1) if grads[n] is not None else torch.zeros(sizes[n]).double() for n in names])


def total(a, b, times_a=1.0, times_b=1.0):
    """times_a * a + times_b * b by name; None where both are."""
    parts = {name: [times * g[name] for times, g in ((times_a, a), (times_b, b)) if g[name] is not None] for name in a}
    return {name: sum(found) if found else None for name, found in parts.items()}


def drawn_with_product(rng, sign):
    """Values for `two_heads` whose gradients clearly conflict (sign -1), or clearly do not (sign 1)."""
    while True:
        values = drawn(rng)
        a, b = (vector(grads, NAMES) for grads in right_gradients(*values))
        if sign * torch.cosine_similarity(a, b, dim=0) > 0.1:
            return values


def without_conflict(a, b, names=NAMES):
    """What surgery should add, by name."""
    a, b = ({name: grads[name] for name in names} for grads in (a, b))
    flat_a, flat_b = vector(a, names), vector(b, names)
    product = min((flat_a @ flat_b).item(), 0.0)
    return total(a, b, 1 - product / (flat_a @ flat_a).item(), 1 - product / (flat_b @ flat_b).item())


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_split():
    """The example of the statement: backward_split"""
    case = square(torch.tensor(3.0, dtype=torch.float64))
    seen = arrivals(backward_split, case, 0.25, "x")
    assert_close(gradients(case)["x"], torch.tensor(9.0, dtype=torch.float64), message="`x.grad`")
    assert_close(torch.stack(seen), tensor(6.0, 3.0), message="what arrived at x, backward by backward")


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_cosine():
    """The example of the statement: grad_cosine"""
    case = linear(tensor(3.0, 0.0), tensor(3.0, 4.0))
    assert_close(call(grad_cosine, case, ["p"]), 0.6, message="the cosine for the gradients [3, 0] and [3, 4]")
    left = gradients(case)["p"]
    assert left is None, f"`grad_cosine` should leave .grad alone; it was None and is {left} now"


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_surgery():
    """The example of the statement: backward_surgery"""
    case = linear(tensor(1.0, 0.0), tensor(-1.0, 1.0))
    call(backward_surgery, case, ["p"])
    assert_close(gradients(case)["p"], tensor(0.5, 1.5), message="`p.grad` for the gradients [1, 0] and [-1, 1]")


@pytest.mark.points(2)
def test_split_values(rng):
    """backward_split adds the gradients of loss_a + weight * loss_b to what is there"""
    for weight in (1.0, 0.3, -2.0, 0.0):
        values = drawn(rng)
        case, before = two_heads(*values), {"trunk": normal(rng, 3, 2), "head_b": normal(rng, 3)}
        give_gradients(case, before)
        call(backward_split, case, weight)
        added = total(*right_gradients(*values), 1.0, weight)
        expected = {name: grad + before[name] if name in before else grad for name, grad in added.items()}
        assert_close(gradients(case), expected, message=f"`.grad` after backward_split with weight = {weight}")


@pytest.mark.points(1)
def test_split_one_by_one(rng):
    """backward_split: a hook sees the gradient of each loss by itself, loss_a's first"""
    values, weight = drawn(rng), 0.3
    seen = arrivals(backward_split, two_heads(*values), weight, "trunk")
    a, b = (grads["trunk"] for grads in right_gradients(*values))
    assert len(seen) == 2, f"two backwards should reach the shared parameter, one a loss; {len(seen)} did"
    assert_close(seen[0], a, message="what the first backward brought to the shared parameter")
    assert_close(seen[1], weight * b, message="what the second backward brought to the shared parameter")


@pytest.mark.points(1)
def test_split_frees(rng):
    """backward_split: afterwards nothing keeps the graph's saved tensors"""
    case = two_heads(*drawn(rng))
    call(backward_split, case, 0.5)
    assert error_of_another_backward(case) == "RuntimeError", (
        "after `backward_split` the graph could still be walked: its saved tensors take up memory that nobody needs"
    )


@pytest.mark.points(2)
def test_cosine_values(rng):
    """grad_cosine takes all parameters together, those that one loss does not reach as zero"""
    for names in (NAMES, ["trunk"], ["spare", "trunk", "head_a"], ["trunk", "head_b"]):
        values = drawn(rng)
        a, b = (vector(grads, names) for grads in right_gradients(*values))
        expected = torch.cosine_similarity(a, b, dim=0).item()
        actual = call(grad_cosine, two_heads(*values), names)
        assert_close(actual, expected, message=f"the cosine over {', '.join(names)}")


@pytest.mark.points(1)
def test_cosine_of_zero(rng):
    """grad_cosine is 0.0 where a gradient is zero"""
    for a, b in ((tensor(0.0, 0.0), normal(rng, 2)), (normal(rng, 2), tensor(0.0, 0.0)), (tensor(0.0), tensor(0.0))):
        assert_close(call(grad_cosine, linear(a, b), ["p"]), 0.0, message="the cosine where a gradient is zero")
    assert_close(
        call(grad_cosine, two_heads(*drawn(rng)), ["head_a", "head_b"]),
        0.0,
        message="the cosine of two losses that share no parameter",
    )


@pytest.mark.points(2)
def test_cosine_leaves_no_trace(rng):
    """grad_cosine: .grad stays as it was, and both losses can still be used"""
    case, before = two_heads(*drawn(rng)), {"trunk": normal(rng, 3, 2)}
    give_gradients(case, before)
    call(grad_cosine, case, NAMES)
    expected = {name: before.get(name) for name in NAMES}
    assert_close(gradients(case), expected, message="what was in `.grad` before, after grad_cosine")
    error = error_of_another_backward(case)
    assert error == "nothing", f"after `grad_cosine` a backward of the losses raises {error}; their graph must be kept"


@pytest.mark.points(2)
@pytest.mark.parametrize("sign", [1, -1], ids=["agree", "conflict"])
def test_surgery_values(sign, rng):
    """backward_surgery: the plain sum where the gradients agree, both projected where they conflict"""
    for _ in range(3):
        values = drawn_with_product(rng, sign)
        case = two_heads(*values)
        call(backward_surgery, case, NAMES)
        expected = without_conflict(*right_gradients(*values))
        assert_close(gradients(case), expected, message="`.grad` after backward_surgery")


@pytest.mark.points(1)
def test_surgery_of_zero(rng):
    """backward_surgery: a gradient that is zero conflicts with nothing"""
    zero, b = tensor(0.0, 0.0), normal(rng, 2)
    for case in (linear(zero, b), linear(b, zero)):
        call(backward_surgery, case, ["p"])
        assert_close(gradients(case)["p"], b, message="`p.grad` where the gradient of one loss is zero")


@pytest.mark.points(2)
def test_surgery_adds(rng):
    """backward_surgery adds to .grad, of the parameters that it is given only, and leaves no history there"""
    values = drawn_with_product(rng, -1)
    case, before = two_heads(*values), {"trunk": normal(rng, 3, 2), "head_b": normal(rng, 3)}
    give_gradients(case, before)
    names = ["trunk", "head_a"]
    call(backward_surgery, case, names)
    added = without_conflict(*right_gradients(*values), names)
    expected = {"trunk": before["trunk"] + added["trunk"], "head_a": added["head_a"], "head_b": before["head_b"]}
    assert_close(
        gradients(case), expected | {"spare": None}, message="`.grad` after backward_surgery of trunk and head_a alone"
    )
    assert not gradients_have_history(case), "a .grad requires grad itself: it keeps a graph alive"


@pytest.mark.points(1)
def test_surgery_frees(rng):
    """backward_surgery: afterwards nothing keeps the graph's saved tensors"""
    for sign in (1, -1):
        case = two_heads(*drawn_with_product(rng, sign))
        call(backward_surgery, case, NAMES)
        assert error_of_another_backward(case) == "RuntimeError", (
            "after `backward_surgery` the graph could still be walked: its saved tensors take up memory"
        )
