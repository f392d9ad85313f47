"""Hidden checks for numpy_mutation_bug."""

import pytest
import torch
from fixtures import beside, built_later, checked, entered_later, guarding, traces, with_error
from numpy_mutation_bug import checked_saves, guarded

from grader.checks import assert_close

KINDS = {
    "parameter": "a parameter tensor",
    "result": "a result tensor",
    "transposed": "a transposed tensor",
    "plain": "a plain tensor",
}
WHEN = {"after": "after the block", "inside": "inside the block"}
SILENT = [
    "t.detach().numpy()[..., -1] += 1",
    "t.data.mul_(2)",
    "t.data = t.data * 2",
    "two entries swapped through numpy()",
]
HONEST = ["t.detach().mul_(2)", "t.mul_(2) under no_grad"]
QUIET = [
    "t.detach().numpy().sum()",
    "t.data + 1",
    "the same values written through numpy()",
    "a copy written into",
    "nothing",
]
NAN, INF = float("nan"), float("inf")


def expect_error(text, shape, what):
    assert text.startswith("RuntimeError"), f"{what} should raise RuntimeError; yours: {text or 'nothing is raised'}"
    assert str(shape) in text, f"the message should name the shape of the tensor, {shape}; yours: {text}"


def expect_quiet(text, what):
    assert not text, f"{what} should raise nothing; yours: {text}"


def block(action, kind="plain"):
    return f"`guarded(t)`, with {KINDS[kind]} t and `{action}` in the block,"


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_guarded():
    """The example of the statement: numpy raises, mul_ does not"""
    t = torch.tensor([1.0, 2.0])
    expect_error(guarding(guarded, "plain", t, SILENT[0]), (2,), block(SILENT[0]))
    expect_quiet(guarding(guarded, "plain", t, HONEST[0]), block(HONEST[0]))


@pytest.mark.points(1)
@pytest.mark.depends("test_example_guarded")
def test_guarded_silent_writes(rng):
    """Every write that the version does not count is found"""
    for kind in KINDS:
        for action in SILENT:
            values = torch.randn(3, 4, generator=rng)
            expect_error(guarding(guarded, kind, values, action), (3, 4), block(action, kind))
    for values in (torch.tensor(2.0), torch.tensor([5])):
        expect_error(guarding(guarded, "plain", values, "t.data.mul_(2)"), tuple(values.shape), block("t.data.mul_(2)"))
    expect_error(guarding(guarded, "plain", torch.zeros(2), "t.data.neg_()"), (2,), "0.0 that becomes -0.0")


@pytest.mark.points(1)
def test_guarded_honest_writes(rng):
    """Writes that the version counts are nobody's mistake"""
    for kind in KINDS:
        for action in HONEST:
            expect_quiet(guarding(guarded, kind, torch.randn(3, 4, generator=rng), action), block(action, kind))


@pytest.mark.points(1)
@pytest.mark.depends("test_example_guarded")
def test_guarded_reads(rng):
    """Reading raises nothing, in any shape and dtype, with NaN too"""
    special = torch.tensor([NAN, INF, -0.0])
    for action in QUIET:
        for kind in KINDS:
            expect_quiet(guarding(guarded, kind, torch.randn(2, 3, generator=rng), action), block(action, kind))
        for values in (special, torch.arange(3), torch.tensor([True, False]), torch.zeros(0, 2)):
            what = f"{block(action)} for a t with the values {values.tolist()},"
            expect_quiet(guarding(guarded, "plain", values, action), what)


@pytest.mark.points(1)
@pytest.mark.depends("test_example_guarded")
def test_guarded_only_its_tensor(rng):
    """Writes into other parts of the memory do not count, nor what happened before the block"""
    told = beside(guarded, torch.randn(2, 3, generator=rng))
    expect_quiet(told, "a write into row 0 of a matrix, while row 1 is guarded,")
    told = entered_later(guarded, torch.randn(3, generator=rng))
    expect_quiet(told, "a write between `block = guarded(t)` and `with block:`")


@pytest.mark.points(1)
@pytest.mark.depends("test_example_guarded")
def test_guarded_errors_and_traces(rng):
    """An exception of the block goes on, and the guard itself changes nothing"""
    told = with_error(guarded, torch.randn(3, generator=rng))
    assert told == "KeyError: 'inside'", f"the block raises KeyError, after a silent write; what comes out: {told}"
    requires_grad, same_graph, version = traces(guarded, torch.randn(3, generator=rng))
    assert requires_grad, "after `guarded(w)`, the parameter w does not require grad any more"
    assert same_graph, "after `guarded(y)`, y has another graph"
    assert version == 0, "`guarded(w)` itself raises the version of w"


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_saves():
    """The example of the statement: exp's result, changed through numpy"""
    told, _ = checked(checked_saves, torch.tensor([1.0, 2.0]), "result", SILENT[0])
    expect_error(told, (2,), "backward, after exp's result was changed through numpy,")


@pytest.mark.points(2)
def test_saves_changed(rng):
    """backward raises for every change of a saved value"""
    for target in ("result", "factor"):
        for where in ("after", "inside"):
            for action in (
                "t.detach().numpy()[..., -1] += 1",
                "two entries swapped through numpy()",
                "t.data.mul_(2)",
                *HONEST,
            ):
                told, _ = checked(checked_saves, torch.rand(2, 3, generator=rng), target, action, where)
                expect_error(told, (2, 3), f"backward, after `{action}` {WHEN[where]}, on a saved {target},")


@pytest.mark.points(1)
@pytest.mark.depends("test_example_saves")
def test_saves_unchanged(rng):
    """Otherwise backward is as always"""
    cases = [("result", action) for action in QUIET] + [("factor", "nothing"), ("unsaved", SILENT[0])]
    for target, action in cases:
        for special in (0.5, NAN, INF):
            x = torch.randint(8, (4,), generator=rng).double() / 8  # few digits: the message shows them
            x[0] = special
            told, grad = checked(checked_saves, x, target, action)
            expect_quiet(told, f"backward, after `{action}` on the tensor called {target}, with x = {x.tolist()},")
            right = x.exp() * (x + 1) + x.exp()
            assert_close(grad, right, equal_nan=True, message="the gradient of sum(exp(x) * (x + 1))")


@pytest.mark.points(1)
@pytest.mark.depends("test_example_saves")
def test_saves_only_inside(rng):
    """Graphs that are built before or after the block are left alone"""
    told, _ = checked(checked_saves, torch.rand(3, generator=rng), "result", SILENT[0], "outside")
    expect_quiet(told, "backward through a graph that was built before the block")
    expect_quiet(built_later(checked_saves, torch.rand(3, generator=rng)), "backward through a graph built later")
