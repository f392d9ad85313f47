"""Hidden checks for no_grad_contexts."""

import pytest
import torch
from fixtures import (
    after_an_error,
    averaged,
    entered_later,
    eval_outputs,
    inside_and_after,
    leave_alone,
    predicted,
    trains_on,
    under_no_grad,
)
from no_grad_contexts import ema_update, evaluating, predict

from grader.checks import assert_close

# As many numbers as Net has in its parameters and floating buffers: 3*4 + 4 + 4 + 4 + 4*2 + 2 + 4 + 4.
SIZE = 42


def numbers(rng):
    return torch.randn(SIZE, generator=rng, dtype=torch.float64)


def batches_of(rng, *sizes):
    return [torch.randn(size, 3, generator=rng, dtype=torch.float64) for size in sizes]


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_ema(rng):
    """The example of the statement: 0.9 of 1 and 0.1 of 3"""
    values = torch.ones(SIZE, dtype=torch.float64)
    found = averaged(ema_update, values, 3 * values, 0.9)
    assert_close(found["ema"]["first.weight"], torch.full((4, 3), 1.2, dtype=torch.float64))
    assert_close(found["ema"]["norm.running_mean"], torch.full((4,), 3.0, dtype=torch.float64))


@pytest.mark.points(2)
def test_ema(rng):
    """Parameters are averaged, buffers copied, also whole numbers; the model stays as it is"""
    for decay in (0.0, 0.25, 0.999, 1.0):
        a, b = numbers(rng), numbers(rng)
        found = averaged(ema_update, a, b, decay)
        unchanged = averaged(leave_alone, a, b, decay)
        for name, source in unchanged["model"].items():
            is_buffer = "running" in name or "tracked" in name
            right = source if is_buffer else decay * unchanged["ema"][name] + (1 - decay) * source
            assert_close(found["ema"][name], right, message=f"`{name}` of ema after an update with decay = {decay}")
            assert_close(found["model"][name], source, message=f"`{name}` of model, which must stay as it was")


@pytest.mark.points(1)
def test_ema_in_place(rng):
    """Every tensor of ema stays the same object and leaf, with memory of its own"""
    found = averaged(ema_update, numbers(rng), numbers(rng), 0.5)
    assert not found["moved"], (
        f"after `ema_update`, {', '.join(found['moved'])} of ema is another tensor than before, or of another kind"
    )
    assert not found["shared"], f"after `ema_update`, ema shares the memory of model in {', '.join(found['shared'])}"


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_evaluating(rng):
    """The example of the statement: a part that was in eval mode stays there"""
    found = inside_and_after(evaluating, numbers(rng), ("norm",))
    assert found["inside"] == [False] * 5, f"inside, all parts should be in eval mode; training is {found['inside']}"
    assert found["after"] == found["before"], (
        f"after the block the modes should be {found['before']} again; they are {found['after']}"
    )


@pytest.mark.points(2)
def test_evaluating(rng):
    """Each part gets its own mode back, also after an exception"""
    for parts in ((), ("norm",), ("drop", "first"), ("", "norm"), ("", "first", "norm", "drop", "last")):
        found = inside_and_after(evaluating, numbers(rng), parts)
        assert not any(found["inside"]), f"inside, training is {found['inside']}"
        for moment, when in (("after", "after the block"), ("after an error", "after an error in the block")):
            assert found[moment] == found["before"], (
                f"{when}, the modes should be {found['before']}, as before; they are {found[moment]}"
            )
        assert found.get("error comes out"), "an exception inside the block disappears; it must go on"
        assert found["records inside"], "`evaluating` should leave gradient mode alone"


@pytest.mark.points(1)
def test_evaluating_entered_later(rng):
    """The modes that come back are those on entering"""
    assert entered_later(evaluating, numbers(rng)), (
        "a part that is set to eval between `block = evaluating(model)` and `with block:` is not in eval afterwards"
    )


@pytest.mark.points(1)
def test_predict_values(rng):
    """predict: the outputs in eval mode of all batches, in order"""
    for sizes in ((4, 4, 1), (1,), (3, 0, 2)):
        values, batches = numbers(rng), batches_of(rng, *sizes)
        found = predicted(predict, values, batches)
        right = eval_outputs(values, batches)
        assert_close(found["out"], right, message=f"the predictions for batches of {sizes} rows")
        calls = len(found["calls"])
        assert calls == len(sizes), f"the model is called {calls} times for {len(sizes)} batches"
    streamed = predicted(predict, values, batches, only_once=True)
    assert_close(streamed["out"], right, message="the predictions for a loader that can be run through only once")


@pytest.mark.points(1)
def test_predict_without_graph(rng):
    """predict: no graph is made, neither kept"""
    found = predicted(predict, numbers(rng), batches_of(rng, 3, 2))
    assert not found["requires grad"], "the predictions require grad"
    recorded = [records for _, records in found["calls"]]
    assert not any(recorded), "autograd records while the model runs: every batch builds a graph that nobody needs"


@pytest.mark.points(1)
def test_predict_is_usable(rng):
    """predict: the result may enter a graph later"""
    values, batches = numbers(rng), batches_of(rng, 3, 2)
    found = predicted(predict, values, batches)
    assert not found["is an inference tensor"], "the predictions are an inference tensor: autograd refuses to save it"
    gradient = trains_on(predict, values, batches)
    expected = 2 * eval_outputs(values, batches).square().sum(0)
    assert_close(gradient, expected, message="the gradient of w in sum((predict(model, loader) * w)²)")


@pytest.mark.points(2)
def test_predict_leaves_no_traces(rng):
    """predict: modes, statistics and gradient mode are as before, also after an exception"""
    values, batches = numbers(rng), batches_of(rng, 3, 2)
    for parts in ((), ("norm",), ("",)):
        found = predicted(predict, values, batches, parts)
        assert found["modes restored"], f"after `predict` a part is in another mode; in eval before: {parts}"
        assert found["statistics kept"], "`predict` changes the running statistics of batch norm"
        assert found["records afterwards"], "after `predict`, autograd does not record any more"
    assert under_no_grad(predict, values, batches), "called under no_grad, `predict` leaves gradient mode on"
    told, restored, records = after_an_error(predict, values)
    assert told == "ValueError", f"the model raises ValueError; out of `predict` comes {told}"
    assert restored, "when the model raises inside `predict`, the modes are not restored"
    assert records, "when the model raises inside `predict`, gradient mode stays off"
