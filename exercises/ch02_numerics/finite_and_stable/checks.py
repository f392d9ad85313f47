"""Hidden checks for finite_and_stable."""

import pytest
import torch
from finite_and_stable import first_nonfinite, stable_bce_with_logits, stable_cross_entropy
from fixtures import search, traces
from torch.nn import functional as F

from grader.checks import assert_close, assert_gradients, assert_matches, make_inputs

LAYOUTS = ["contiguous", "transposed", "sliced"]
EXTREME = [1000.0, -1000.0, 1e4, -1e4, 104.0, -104.0, 89.0, -89.0, 17.0, -17.0, 3e37, -3e37]
INF = float("inf")
# Both formulas round once or twice; float32's default tolerance leaves another order of summation too little room.
TOLERANCES = {torch.float32: {"rtol": 1e-5, "atol": 1e-5}, torch.float64: {}}


def drawn(rng, low, high):
    """A random integer from low to high, both included."""
    return int(torch.randint(low, high + 1, (), generator=rng))


def gradient(loss, x, *args):
    """What x gets as its gradient."""
    x = x.detach().clone().requires_grad_()
    result = loss(x, *args)
    assert result.requires_grad, "the loss does not require grad, although the logits do"
    return torch.autograd.grad(result, x)[0]


def targets_for(rng, logits):
    return torch.randint(logits.shape[1], (logits.shape[0],), generator=rng)


def searched(net, x, at=0):
    return search(first_nonfinite, net, x, at)


def state_after(part, net, x, at=0):
    return traces(first_nonfinite, net, x, at)["after"][part]


searched.__name__ = state_after.__name__ = "first_nonfinite"  # what messages call them


def check_left_alone(parts, net, x, at=0):
    """The search leaves these parts of the net's state as they were."""
    before = traces(first_nonfinite, net, x, at)["before"]
    for part in parts:
        message = f"the {part} of the module after the call, against those before it"
        assert_close(state_after(part, net, x, at), before[part], message=message)


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_bce():
    """The example of the statement: the mean of 1000 and 0"""
    assert_close(stable_bce_with_logits(torch.tensor([1000.0, -1000.0]), torch.zeros(2)), torch.tensor(500.0))


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_cross_entropy():
    """The example of the statement: the target is 1000 below the other class"""
    assert_close(stable_cross_entropy(torch.tensor([[1000.0, 0.0]]), torch.tensor([1])), torch.tensor(1000.0))


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_search():
    """The example of the statement: an inf in the last bias, and a net where all is finite"""
    x = torch.ones(3, 2)
    assert_close(searched("bad bias at the end", x), "2")
    assert_close(searched("healthy", x), None)


@pytest.mark.points(1)
@pytest.mark.depends("test_example_bce")
def test_bce_values(rng):
    """Right for any shape, targets between 0 and 1 included, and for very large logits"""
    for dtype in [torch.float32, torch.float64]:
        for spec in ["", "n", "n d"]:
            for x, y in make_inputs(rng, spec, spec, cases=4, layouts=LAYOUTS, dtype=dtype):
                case = (x * 5, y.sigmoid())
                assert_matches(stable_bce_with_logits, F.binary_cross_entropy_with_logits, [case], **TOLERANCES[dtype])
        for value in EXTREME:
            x = torch.tensor([value], dtype=dtype)
            cases = [(x, torch.full_like(x, y)) for y in (0.0, 1.0, 0.25)]
            assert_matches(stable_bce_with_logits, F.binary_cross_entropy_with_logits, cases, **TOLERANCES[dtype])


@pytest.mark.points(1)
@pytest.mark.depends("test_bce_values")
def test_bce_gradients(rng):
    """Gradients are right, and finite for very large logits"""
    x = torch.randn(3, 4, generator=rng, dtype=torch.float64)
    y = torch.rand(3, 4, generator=rng, dtype=torch.float64)
    assert_gradients(lambda x: stable_bce_with_logits(x, y), x)
    x = torch.tensor(EXTREME)
    y = torch.rand(len(EXTREME), generator=rng)
    message = "the gradient for logits up to 3e37"
    assert_close(gradient(stable_bce_with_logits, x, y), (x.sigmoid() - y) / len(x), atol=1e-5, message=message)


@pytest.mark.points(1)
@pytest.mark.depends("test_bce_values")
def test_bce_gradient_at_zero(rng):
    """For logits of exactly 0 the gradient is 0.5 - y over the number of elements"""
    y = torch.rand(4, generator=rng, dtype=torch.float64)
    message = "the gradient for 4 logits that are all 0"
    assert_close(gradient(stable_bce_with_logits, torch.zeros_like(y), y), (0.5 - y) / 4, message=message)


@pytest.mark.points(1)
@pytest.mark.depends("test_example_cross_entropy")
def test_cross_entropy_values(rng):
    """Right for any number of rows and classes, and for very large logits"""
    for dtype in [torch.float32, torch.float64]:
        for (z,) in make_inputs(rng, "n c", cases=8, layouts=LAYOUTS, dtype=dtype):
            for scale in [1.0, 1000.0]:
                case = (z * scale, targets_for(rng, z))
                assert_matches(stable_cross_entropy, F.cross_entropy, [case], **TOLERANCES[dtype])


@pytest.mark.points(1)
@pytest.mark.depends("test_cross_entropy_values")
def test_cross_entropy_gradients(rng):
    """Gradients are right, and finite for very large logits"""
    z = torch.randn(4, 3, generator=rng, dtype=torch.float64)
    target = targets_for(rng, z)
    assert_gradients(lambda z: stable_cross_entropy(z, target), z)
    z = z * 1000
    expected = (z.softmax(1) - F.one_hot(target, 3)) / 4
    assert_close(gradient(stable_cross_entropy, z, target), expected, message="the gradient for logits around 1000")


@pytest.mark.points(1)
@pytest.mark.depends("test_cross_entropy_values")
def test_cross_entropy_of_ruled_out_classes(rng):
    """A logit of -inf changes neither the loss of other classes nor their gradients"""
    z = torch.randn(5, 4, generator=rng)
    target = torch.randint(3, (5,), generator=rng)
    z[:, 3] = -INF
    z[0, (target[0] + 1) % 3] = -INF
    assert_close(stable_cross_entropy(z, target), F.cross_entropy(z, target), rtol=1e-5, atol=1e-5)
    expected = (z.softmax(1) - F.one_hot(target, 4)) / 5
    message = "the gradient where some logits are -inf"
    assert_close(gradient(stable_cross_entropy, z, target), expected, atol=1e-5, message=message)


@pytest.mark.points(1)
@pytest.mark.depends("test_example_search")
def test_search_finds_the_layer(rng):
    """The layer that makes the first NaN or inf, wherever it is"""
    x = torch.randn(4, 2, generator=rng)
    for kind in ["nan", "inf", "-inf"]:
        for at in [0, drawn(rng, 1, 5), 6]:
            assert_close(searched(kind, x, at), str(at), message=f"Layer {at} of 7 makes {kind}.")


@pytest.mark.points(1)
@pytest.mark.depends("test_search_finds_the_layer")
def test_search_in_blocks(rng):
    """A layer inside a block, and a module whose own forward does it"""
    x = torch.randn(4, 2, generator=rng)
    for kind, expected in [
        ("in a block", "1.1"),
        ("in the module's own forward", ""),
        ("in the forward of a part", "1"),
    ]:
        assert_close(searched(kind, x), expected, message=f"The NaN or inf is made {kind}.")


@pytest.mark.points(1)
@pytest.mark.depends("test_search_finds_the_layer")
@pytest.mark.parametrize("kind", ["tuple", "list", "dict"])
def test_search_in_structures(kind, rng):
    """Outputs that are tuples, lists or dicts, one in the other"""
    x = torch.randn(4, 2, generator=rng)
    assert_close(searched(kind, x, 1), "1", message=f"A NaN is inside a {kind} that layer 1 returns.")
    assert_close(searched(kind, x, 0), None, message=f"Layer 1 returns a {kind} of finite tensors.")


@pytest.mark.points(2)
@pytest.mark.depends("test_example_search")
def test_search_leaves_the_module(rng):
    """Hooks, training flags, parameters and gradients are as before"""
    for kind, at in [("healthy", 0), ("nan", 3), ("batch norm", 0), ("batch norm", 1)]:
        x = torch.randn(4, 2, generator=rng)
        check_left_alone(["hooks", "training flags", "requires_grad", "parameters", "gradients"], kind, x, at)
        calls = traces(first_nonfinite, kind, x, at)["calls"]
        assert calls == 1, (
            f"`first_nonfinite(module, x)` runs a layer of the module {calls} times; it should do so once"
        )


@pytest.mark.points(1)
@pytest.mark.depends("test_example_search")
def test_search_leaves_the_buffers(rng):
    """Buffers are as before: the statistics of BatchNorm in training mode too, and one that is not in state_dict"""
    for kind, at in [("batch norm", 0), ("batch norm", 1), ("counter", 0)]:
        check_left_alone(["buffers"], kind, torch.randn(4, 2, generator=rng), at)


@pytest.mark.points(1)
@pytest.mark.depends("test_search_leaves_the_module", "test_search_leaves_the_buffers")
def test_search_when_the_module_raises(rng):
    """The exception goes on, and nothing is left behind"""
    x = torch.randn(4, 2, generator=rng)
    raised = traces(first_nonfinite, "raises", x)["raised"]
    assert raised == "ArithmeticError", "a layer raises ArithmeticError, and it does not come out of `first_nonfinite`"
    check_left_alone(["hooks", "training flags", "buffers"], "raises", x)
