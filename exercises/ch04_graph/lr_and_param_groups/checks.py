"""Hidden checks for lr_and_param_groups."""

import pytest
import torch
from fixtures import Bench, Branched, Tied, frozen, groups_of, head_of, last_group_has, moved_by_a_step, small
from lr_and_param_groups import add_head, layerwise_groups, set_lr

from grader.checks import assert_close, assert_raises_clearly

STEM, BLOCKS = (
    ["stem.weight", "stem.bias"],
    ["blocks.0.0.weight", "blocks.0.0.bias", "blocks.1.weight", "blocks.1.bias"],
)
EMBED, BODY = ["embed.weight"], ["body.weight", "body.bias"]


def normal(rng, *shape):
    return torch.randn(shape, generator=rng, dtype=torch.float64)


def tensor(*values):
    return torch.tensor(values, dtype=torch.float64)


def expect_groups(found, expected, what):
    """Groups as `groups_of` tells them; the first difference is told, names before numbers."""
    names, wanted = [name for name, _, _ in found], [name for name, _, _ in expected]
    assert names == wanted, f"{what}: the groups should be called {wanted}; yours are {names}"
    for (name, lr, params), (_, right_lr, right) in zip(found, expected, strict=True):
        assert params == right, f"{what}: the group {name!r} should have the parameters {right}; yours has {params}"
        assert_close(lr, right_lr, message=f"{what}: the learning rate of the group {name!r}")


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_groups():
    """The example of the statement: layerwise_groups"""
    expected = [("0", 0.05, ["0.weight", "0.bias"]), ("2", 0.1, ["2.weight", "2.bias"])]
    expect_groups(groups_of(layerwise_groups, small(), 0.1, 0.5), expected, "Linear, ReLU, Linear")


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_set_lr():
    """The example of the statement: set_lr"""
    bench = Bench("SGD", [("body", 0.1, tensor(1.0)), ("head", 0.5, tensor(1.0))])
    set_lr(bench.opt, {"head": 0.01})
    bench.step([tensor(1.0), tensor(1.0)])
    assert_close(bench.values(), [tensor(0.9), tensor(0.99)], message="the parameters of body and head after a step")


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_add_head():
    """The example of the statement: add_head"""
    bench = Bench("SGD", [("body", 0.1, tensor(1.0))])
    head = head_of(bench, tensor(1.0))
    add_head(bench.opt, head, 0.2, "new")
    expected = [("body", 0.1, 1), ("new", 0.2, 1)]
    assert_close(bench.groups(), expected, message="name, learning rate and number of parameters of each group")
    bench.join(head)
    bench.step([tensor(1.0), tensor(1.0)])
    assert_close(bench.values(), [tensor(0.9), tensor(0.8)], message="the parameters of body and head after a step")


@pytest.mark.points(2)
def test_layers(rng):
    """layerwise_groups: a group for each first part of a name, in order, each slower than the next"""
    for decay in (0.5, 0.9, 1.0):
        base = 0.01 + torch.rand((), generator=rng).item()
        rates = [base * decay**depth for depth in (3, 2, 1, 0)]
        layers = [("token", ["token"]), ("stem", STEM), ("blocks", BLOCKS), ("head", ["head.weight"])]
        expected = [(name, lr, params) for (name, params), lr in zip(layers, rates, strict=True)]
        expect_groups(groups_of(layerwise_groups, Branched(), base, decay), expected, f"decay = {decay}")


@pytest.mark.points(1)
@pytest.mark.depends("test_layers")
def test_shared_parameter():
    """layerwise_groups: a parameter that two layers share is in the group of the first one only"""
    expected = [("embed", 0.25, EMBED), ("body", 0.5, BODY), ("out", 1.0, ["out.bias"])]
    expect_groups(groups_of(layerwise_groups, Tied(bias=True), 1.0, 0.5), expected, "`out.weight` is `embed.weight`")
    expected = [("embed", 0.5, EMBED), ("body", 1.0, BODY)]
    expect_groups(groups_of(layerwise_groups, Tied(bias=False), 1.0, 0.5), expected, "all of `out` is `embed.weight`")


@pytest.mark.points(1)
@pytest.mark.depends("test_layers")
def test_frozen_parameters():
    """layerwise_groups: frozen parameters are left out, and a frozen layer is none"""
    model = frozen(Branched(), *BLOCKS, "stem.weight")
    expected = [("token", 0.25, ["token"]), ("stem", 0.5, ["stem.bias"]), ("head", 1.0, ["head.weight"])]
    expect_groups(groups_of(layerwise_groups, model, 1.0, 0.5), expected, "`blocks` and `stem.weight` are frozen")


@pytest.mark.points(1)
def test_groups_train():
    """layerwise_groups: an optimizer takes the groups and moves each layer at its rate"""
    moved = moved_by_a_step(layerwise_groups, small(), 0.2, 0.5)
    expected = {"0.weight": 0.1, "0.bias": 0.1, "2.weight": 0.2, "2.bias": 0.2}
    assert_close(moved, expected, rtol=0.0, atol=1e-5, message="how far a step of SGD moves each parameter")


@pytest.mark.points(2)
def test_set_lr_next_step(rng):
    """set_lr: the named groups change with the next step, all of that name; the others, and those without one, stay"""
    rates = [("a", 0.1), ("b", 0.2), (None, 0.3), ("b", 0.4)]
    starts, grads = ([normal(rng, 3) for _ in rates] for _ in "sg")
    bench = Bench("SGD", [(name, lr, start) for (name, lr), start in zip(rates, starts, strict=True)])
    new = 1.0 + torch.rand((), generator=rng).item()
    set_lr(bench.opt, {"b": new})
    bench.step(grads)
    used = [new if name == "b" else lr for name, lr in rates]
    expected = [start - lr * grad for start, lr, grad in zip(starts, used, grads, strict=True)]
    assert_close(bench.values(), expected, message="the parameters of groups a, b, one without a name, and b again")


@pytest.mark.points(2)
def test_set_lr_keeps_state(rng):
    """set_lr: the optimizer goes on with what it has collected"""
    starts, rounds = [normal(rng, 4), normal(rng, 4)], [[normal(rng, 4), normal(rng, 4)] for _ in range(4)]
    bench = Bench("Adam", [("a", 0.1, starts[0]), ("b", 0.2, starts[1])])
    leaves = [start.clone().requires_grad_() for start in starts]
    adam = torch.optim.Adam([{"params": [leaves[0]], "lr": 0.1}, {"params": [leaves[1]], "lr": 0.2}])
    for at, grads in enumerate(rounds):
        if at == 2:
            before = bench.state()
            set_lr(bench.opt, {"a": 0.01, "b": 0.7})
            assert bench.state() == before, "the entries of opt.state should be the same objects after `set_lr`"
            for group, lr in zip(adam.param_groups, (0.01, 0.7), strict=True):
                group["lr"] = lr
        bench.step(grads)
        for leaf, grad in zip(leaves, grads, strict=True):
            leaf.grad = grad.clone()
        adam.step()
        expected = [leaf.detach() for leaf in leaves]
        assert_close(bench.values(), expected, message=f"the parameters of two groups under Adam after step {at + 1}")


@pytest.mark.points(1)
def test_set_lr_unknown_name():
    """set_lr: an unknown name is a KeyError that names it, and nothing changes"""
    bench = Bench("SGD", [("body", 0.1, tensor(1.0)), (None, 0.5, tensor(1.0))])
    for rates in ({"body": 0.9, "haed": 0.9}, {"haed": 0.9, "body": 0.9}, {"haed": 0.9}):
        assert_raises_clearly(KeyError, set_lr, bench.opt, rates, mentions=["haed"])
    expected = [("body", 0.1, 1), (None, 0.5, 1)]
    assert_close(bench.groups(), expected, message="name, learning rate and size of each group after the error")
    set_lr(bench.opt, {})
    assert_close(bench.groups(), expected, message="name, learning rate and size of each group after set_lr(opt, {})")


@pytest.mark.points(2)
def test_add_head_trains(rng):
    """add_head: the head trains with the optimizer's other settings, what was there goes on, set_lr finds it"""
    starts, grads = [normal(rng, 3), normal(rng, 2)], [normal(rng, 3), normal(rng, 2)]
    bench = Bench("SGD", [("body", 0.1, starts[0])], momentum=0.5)
    bench.step(grads[:1])
    before = bench.state()
    head = head_of(bench, starts[1])
    add_head(bench.opt, head, 0.2, "new")
    assert bench.state() == before, "what the optimizer had collected should stay as it is"
    bench.join(head)
    bench.step(grads)
    set_lr(bench.opt, {"new": 1.0})
    bench.step(grads)
    # With momentum 0.5 and equal gradients the steps are 1, 1.5 and 1.75 times the gradient.
    expected = [starts[0] - 0.1 * 4.25 * grads[0], starts[1] - (0.2 + 1.5) * grads[1]]
    assert_close(
        bench.values(),
        expected,
        message="the parameters of body after three steps and of head after two, with momentum 0.5",
    )


@pytest.mark.points(1)
def test_add_head_takes_what_is_new(rng):
    """add_head leaves out what the optimizer has already, and what is frozen"""
    bench = Bench("SGD", [("body", 0.1, normal(rng, 2, 2)), ("neck", 0.1, normal(rng, 3))])
    for known in (0, 1):
        head = head_of(bench, normal(rng, 2, 2), normal(rng, 3), normal(rng, 4), known=known, asleep=2)
        add_head(bench.opt, head, 0.2, f"head {known}")
        taken = last_group_has(bench, head)
        assert taken == ["1", "3"], (
            f"of the head's parameters 0 (in the optimizer already), 1, 2 (frozen) and 3, the new group has {taken}"
        )
