"""Hidden checks for leaf_detective."""

import pytest
import torch
from fixtures import examine, example, gradient_later, gradients, graph_of_loss
from leaf_detective import diagnose

from grader.checks import autograd_graph, show

# The situations of fixtures.py, and what to say of each that is not recognised.
OK = {
    "after_backward": "backward filled the gradient of this leaf",
    "kept": "retain_grad() makes a tensor on the way keep its gradient",
    "zeros": "zero_grad(set_to_none=False) leaves zeros, and zeros are a gradient that is there",
    "frozen_afterwards": "its gradient came before it was frozen",
    "target_with_gradient": "a target that requires grad gets a gradient too and takes none from the weight",
}
NO_REQUIRES_GRAD = {
    "frozen": "requires_grad_(False) came before the loss",
    "detached": "w.detach() is another tensor, one that does not require grad",
    "made_under_no_grad": "what is computed under no_grad does not require grad",
    "data": "data does not require grad",
}
NOT_LEAF = {
    "on_the_way": "the gradient went through this intermediate result and was not kept",
    "on_the_way_before_backward": "no backward will give this intermediate result a gradient",
    "converted_parameter": "Parameter.to(float64) is the result of an operation; the leaf is what it was made from",
    "scaled_start": "torch.ones(3, requires_grad=True) * 0.1 is the result of an operation",
}
NOT_IN_GRAPH = {
    "unused": "the loss is not computed from it; that others got a gradient does not matter",
    "cut_on_the_way": "detach() ended the graph between it and the loss",
    "through_a_number": "the loss is a new leaf, made from a number",
    "forward_under_no_grad": "a loss that was computed under no_grad has no graph",
    "replaced_parameter": "the loss was computed from a copy",
    "kept_but_unused": "it would keep its gradient, but the loss is not computed from it",
}
NO_BACKWARD = {
    "not_yet": "no backward has been through this graph",
    "kept_not_yet": "no backward has been through this graph",
    "loss_itself_not_yet": "the loss depends on itself, and no backward has been through its graph",
    "another_loss_went_back": "the backward that filled the other leaf's gradient went through another graph",
}
CLEARED = {
    "after_zero_grad": "zero_grad() sets .grad to None",
    "set_to_none": ".grad was set to None by hand; other leaves still have theirs",
    "kept_and_set_to_none": ".grad was set to None by hand",
}

# What graph_of_loss calls nodes, beside the names of their classes.
KNOWN = [
    "the loss, without a graph",
    "AccumulateGrad of t",
    *(f"{name}Backward0 of t" for name in ("Mv", "Mul", "ToCopy", "Mean")),
]


def tensors(rng):
    return (
        torch.randn(3, generator=rng, dtype=torch.float64),
        torch.randn(4, 3, generator=rng, dtype=torch.float64),
    )


def expect(name, situations, rng):
    for situation, reason in situations.items():
        w, x = tensors(rng)
        answer, _ = examine(diagnose, situation, w, x)
        with show(
            lambda case=(situation, w, x): autograd_graph(graph_of_loss(*case), "The graph of the loss", known=KNOWN)
        ):
            assert answer == name, (
                f"in `{situation}` (fixtures/leaf_detective.py), `diagnose` should say {name}: {reason}. "
                f"Yours: {answer}"
            )


def same(expected, actual):
    if expected is None or actual is None:
        return expected is actual
    return torch.allclose(expected, actual, rtol=1e-9, atol=1e-9)  # the reference's errors: below 1e-15


def shown(grad):
    return None if grad is None else [round(number, 4) for number in grad.tolist()]


@pytest.mark.visible
@pytest.mark.points(1)
def test_example():
    """The example of the statement: six answers for w and a loss made from it"""
    expected = ["NO_BACKWARD", "OK", "CLEARED", "NO_REQUIRES_GRAD", "NOT_LEAF", "NOT_IN_GRAPH"]
    answers = example(diagnose)
    assert answers == expected, f"the answers of the example are {', '.join(expected)}; yours: {', '.join(answers)}"


@pytest.mark.points(1)
def test_ok(rng):
    """OK: the gradient is there, however it came and whatever its values"""
    expect("OK", OK, rng)


@pytest.mark.points(1)
def test_no_requires_grad(rng):
    """NO_REQUIRES_GRAD: frozen, detached, made under no_grad, data"""
    expect("NO_REQUIRES_GRAD", NO_REQUIRES_GRAD, rng)


@pytest.mark.points(1)
def test_not_leaf(rng):
    """NOT_LEAF: the result of an operation that does not keep its gradient"""
    expect("NOT_LEAF", NOT_LEAF, rng)


@pytest.mark.points(2)
def test_not_in_graph(rng):
    """NOT_IN_GRAPH: unused, cut off, copied, or the loss has no graph"""
    expect("NOT_IN_GRAPH", NOT_IN_GRAPH, rng)


@pytest.mark.points(1)
def test_no_backward(rng):
    """NO_BACKWARD: nobody went back through this graph"""
    expect("NO_BACKWARD", NO_BACKWARD, rng)


@pytest.mark.points(1)
def test_cleared(rng):
    """CLEARED: a backward has been here, and the gradient is gone"""
    expect("CLEARED", CLEARED, rng)


@pytest.mark.points(1)
def test_no_warning(rng):
    """diagnose does not make torch warn"""
    for situation in ("on_the_way", "on_the_way_before_backward", "kept", "kept_not_yet", "detached"):
        _, heard = examine(diagnose, situation, *tensors(rng))
        assert not heard, f"for `{situation}` (fixtures/leaf_detective.py), `diagnose` makes torch warn: {heard[0]}"


@pytest.mark.points(1)
def test_gradients_stay(rng):
    """diagnose leaves every .grad as it is"""
    for situation in ("after_backward", "on_the_way", "not_yet", "kept_not_yet", "set_to_none", "unused"):
        seen = gradients(diagnose, situation, *tensors(rng))
        before, after = seen["before"], seen["after"]
        assert same(before, after), (
            f"in `{situation}` (fixtures/leaf_detective.py), w.grad is {shown(before)} before the diagnosis "
            f"and {shown(after)} after it"
        )
        before, after = seen["t before"], seen["t after"]
        assert same(before, after), (
            f"in `{situation}` (fixtures/leaf_detective.py), t.grad is {shown(before)} before the diagnosis "
            f"and {shown(after)} after it"
        )


@pytest.mark.points(1)
def test_backward_still_works(rng):
    """loss.backward() after two diagnoses works, and gives the right gradient"""
    for situation in ("not_yet", "kept_not_yet", "on_the_way_before_backward", "data", "loss_itself_not_yet"):
        w, x = tensors(rng)
        gradient = gradient_later(diagnose, situation, w, x)["w.grad"]
        expected = 2 / 4 * x.T @ (x @ w)
        assert same(expected, gradient), (
            f"in `{situation}` (fixtures/leaf_detective.py), a loss.backward() after the diagnosis gives "
            f"w.grad = {shown(gradient)}; without one it is {shown(expected)}"
        )
