"""Hidden checks for detach_vs_clone."""

import pytest
import torch
from detach_vs_clone import copy_with_grad, fresh_leaf, keep_best, snapshot, stop_gradient
from fixtures import best_is_free, best_of, facts, gradient_through, steps_left

from grader.checks import assert_close, assert_matches, make_inputs

KINDS = {
    "parameter": "a leaf parameter",
    "result": "the result of an operation",
    "transposed result": "a transposed result",
    "data": "plain data",
}
INF = float("inf")
NAN = float("nan")
# For each kind of t: requires grad, is a leaf. Then: shares memory, counts in the version.
RIGHT = {
    snapshot: (lambda kind: (False, True), (False, False)),
    stop_gradient: (lambda kind: (False, True), (True, True)),
    copy_with_grad: (lambda kind: (kind != "data", kind == "data"), (False, False)),
    fresh_leaf: (lambda kind: (True, True), (False, False)),
}
FUNCTIONS = {"snapshot": snapshot, "stop_gradient": stop_gradient, "copy_with_grad": copy_with_grad}
each_function = pytest.mark.parametrize("name", [*FUNCTIONS, "fresh_leaf"])


def function(name):
    return FUNCTIONS.get(name, fresh_leaf)


def expect_facts(name, values, kind):
    graph, memory = RIGHT[function(name)]
    (requires_grad, leaf), (shares, counts) = graph(kind), memory
    expected = {
        "is t itself": False,
        "requires grad": requires_grad,
        "is a leaf": leaf,
        "shares memory with t": shares,
        "t is left alone": True,
        "a write into it counts in t's version": counts,
    }
    found = facts(function(name), values, kind)
    for fact, right in expected.items():
        assert found[fact] is right, (
            f'`{name}`: "{fact}" should be {right} for its result; it is {found[fact]}, '
            f"for this kind of t: {KINDS[kind]}"
        )


def moves_and_losses(rng, losses):
    start = [torch.randn(shape, generator=rng, dtype=torch.float64) for shape in ((2, 3), (3,))]
    moves = [[torch.randn(p.shape, generator=rng, dtype=torch.float64) for p in start] for _ in losses]
    return start, moves


def expect_best(rng, losses, after):
    """The best values are those after the first `after` moves."""
    start, moves = moves_and_losses(rng, losses)
    expected = [p + sum(move[i] for move in moves[:after]) for i, p in enumerate(start)]
    best = best_of(keep_best, start, moves, losses)
    assert_close([p.detach() for p in best], expected, message=f"the best parameters for the losses {losses}")


@pytest.mark.visible
@pytest.mark.points(1)
@each_function
def test_example(name):
    """The table of the statement, for t = x * 1"""
    expect_facts(name, torch.tensor([1.0, 2.0]), "result")


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_keep_best():
    """The example of the statement: losses 0.5, 0.2, 0.9"""
    start, move = [torch.zeros(2)], [[torch.ones(2)]] * 3
    (best,) = best_of(keep_best, start, move, [0.5, 0.2, 0.9])
    assert_close(best.detach(), torch.tensor([2.0, 2.0]))


@pytest.mark.points(1)
@each_function
def test_kinds_of_tensors(name, rng):
    """Right for parameters, results, transposed ones and plain data, in any shape"""
    for kind in KINDS:
        for shape in ((2, 3), (1, 1)):
            expect_facts(name, torch.randn(shape, generator=rng), kind)
    expect_facts(name, torch.randn((), generator=rng), "parameter")


@pytest.mark.points(1)
def test_values(rng):
    """The values, shape and dtype are those of t"""
    layouts = ["contiguous", "transposed", "sliced", "expanded"]
    for f in (snapshot, stop_gradient, copy_with_grad, fresh_leaf):
        inputs = [*make_inputs(rng, "n m", cases=4, layouts=layouts), (torch.ones(0, 3),), (torch.tensor(2.0),)]
        assert_matches(lambda t, f=f: f(t).detach(), lambda t: t, inputs)
    for f in (snapshot, stop_gradient, copy_with_grad):
        for t in (torch.arange(3), torch.tensor([True, False])):
            assert_close(f(t), t)


@pytest.mark.points(1)
@pytest.mark.parametrize("name", ["copy_with_grad", "fresh_leaf"])
def test_gradients(name, rng):
    """Gradients flow through copy_with_grad to t, and end in fresh_leaf"""
    x = torch.randn(3, generator=rng, dtype=torch.float64)
    of_x, of_made = gradient_through(function(name), x)
    c = torch.arange(1.0, 4.0, dtype=torch.float64)
    expected = 2 * x * c if name == "copy_with_grad" else None
    assert_close(of_x, expected, message=f"the gradient of sum({name}(x * x) * c) with respect to x")
    assert_close(of_made, c, message=f"the gradient of sum({name}(x * x) * c) with respect to {name}(x * x)")


@pytest.mark.points(2)
def test_keep_best(rng):
    """keep_best: the values after the step with the lowest loss, wherever it comes"""
    for losses, after in (
        ([3.0, 2.0, 1.0, 2.5], 3),
        ([1.0, 2.0, 3.0], 1),
        ([3.0, 2.0, 1.0], 3),
        ([0.0, -1.0, -2.0, -1.5], 3),
        ([2.0], 1),
    ):
        expect_best(rng, losses, after)


@pytest.mark.points(1)
def test_keep_best_special(rng):
    """keep_best: equal losses, NaN, no step at all"""
    expect_best(rng, [2.0, 1.0, 3.0, 1.0], 2)
    expect_best(rng, [NAN, 2.0, NAN, 1.0, NAN], 4)
    expect_best(rng, [NAN, NAN], 0)
    expect_best(rng, [INF, NAN, INF], 1)
    expect_best(rng, [], 0)
    left = steps_left(keep_best, 5, 3)
    assert left == 2, f"`keep_best` should call step() 3 times when steps = 3; yours calls it {5 - left} times"


@pytest.mark.points(1)
def test_keep_best_is_isolated():
    """keep_best: the result has no graph and does not change when training goes on"""
    requires_grad, changes = best_is_free(keep_best)
    assert not requires_grad, "the tensors that `keep_best` returns require grad; they should be plain values"
    assert not changes, "what `keep_best` returns changes when the parameters are trained on: it shares their memory"
