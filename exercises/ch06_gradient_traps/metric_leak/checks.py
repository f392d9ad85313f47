"""Hidden checks for metric_leak."""

import math

import pytest
import torch
from fixtures import collected, copies_made, graphs_alive, metered, overwritten, reads
from metric_leak import Meter, collect_predictions

from grader.checks import assert_close


def drawn(rng, count):
    values = (torch.rand(count, generator=rng) * 4).tolist()
    return values, torch.randint(1, 65, (count,), generator=rng).tolist()


def means(values, sizes):
    """The weighted mean of the first k values, for every k >= 1."""
    return [
        math.fsum(v * n for v, n in zip(values[:k], sizes, strict=False)) / sum(sizes[:k])
        for k in range(1, len(values) + 1)
    ]


def outputs(weight, batches):
    return torch.cat([x @ weight for x in batches]).numpy()


def weight_and_batches(rng, *sizes):
    weight = torch.randn(3, 2, generator=rng)
    return weight, [torch.randn(size, 3, generator=rng) for size in sizes]


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_meter():
    """The example of the statement: three examples of 2 and one of 4"""
    found = metered(Meter, [2.0, 4.0], [3, 1], torch.float32)
    assert_close(found[2], 2.5, message="`value()` after a loss of 2 for three examples and one of 4 for one")


@pytest.mark.points(1)
def test_meter_values(rng):
    """Each example counts once, also those of a small last batch; value() is a float"""
    values, sizes = drawn(rng, 6)
    found = metered(Meter, values, sizes, torch.float32)
    kinds = {type(value).__name__ for value in found}
    assert kinds == {"float"}, f"value() should give a float; yours gives {', '.join(sorted(kinds))}"
    assert math.isnan(found[0]), f"value() should be nan before the first update; yours is {found[0]}"
    assert_close(
        found[1:],
        means(values, sizes),
        rtol=1e-6,
        message=f"`value()` after each of {len(values)} losses of {sizes} examples",
    )


@pytest.mark.points(1)
@pytest.mark.depends("test_meter_values")
def test_meter_precision():
    """The sum is made in float64, whatever the losses are"""
    for dtype, values in (
        (torch.float16, [4000.0] * 40),
        (torch.bfloat16, [256.0, *[1.0] * 40]),
        (torch.float32, [2.0**24, *[1.0] * 40]),
    ):
        sizes = [1] * len(values) if dtype != torch.float16 else [64] * 40
        found = metered(Meter, values, sizes, dtype)
        assert_close(found[-1], means(values, sizes)[-1], rtol=1e-9, message=f"`value()` for losses in {dtype}")


@pytest.mark.points(2)
def test_meter_keeps_no_graph():
    """No graph is alive after an update"""
    alive = graphs_alive(Meter, 5)
    assert alive == 0, f"after 5 updates, {alive} graphs are still alive: with them, all that their backward would need"


@pytest.mark.points(2)
def test_meter_does_not_wait():
    """update() reads no value"""
    names = reads(Meter, 5)
    assert not names, (
        f"`update` calls {', '.join(sorted(set(names)))}: {len(names)} times in 5 updates it waits for the device"
    )


@pytest.mark.points(1)
def test_meter_copies(rng):
    """A loss that is overwritten later has been counted as it was"""
    values, _ = drawn(rng, 5)
    found = overwritten(Meter, values)
    assert_close(
        found, sum(values) / 5, rtol=1e-6, message="`value()` when all losses come in one tensor, one after another"
    )


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_collect():
    """The example of the statement: two batches"""
    weight = torch.tensor([[1.0], [2.0]])
    batches = [torch.tensor([[1.0, 1.0], [2.0, 0.0]]), torch.tensor([[0.0, 1.0], [1.0, 0.0]])]
    found = collected(collect_predictions, weight, batches)
    assert found["is an array"], "`collect_predictions` should give a NumPy array"
    assert_close(found["out"], outputs(weight, batches))


@pytest.mark.points(1)
@pytest.mark.depends("test_example_collect")
def test_collect_values(rng):
    """The outputs of all batches in order, each batch taken once"""
    for sizes in ((4, 4, 1), (1,), (3, 0, 2)):
        weight, batches = weight_and_batches(rng, *sizes)
        for only_once in (False, True):
            found = collected(collect_predictions, weight, batches, only_once)
            assert_close(found["out"], outputs(weight, batches), message=f"the predictions for batches of {sizes} rows")
            calls = len(found["records"])
            assert calls == len(sizes), f"the model is called {calls} times for {len(sizes)} batches"


@pytest.mark.points(2)
@pytest.mark.depends("test_example_collect")
def test_collect_records_nothing(rng):
    """Autograd records nothing while the model runs, and records again afterwards"""
    found = collected(collect_predictions, *weight_and_batches(rng, 3, 2))
    assert not any(found["records"]), "autograd records while the model runs: each batch builds a graph for nothing"
    assert found["records afterwards"], "after `collect_predictions`, autograd does not record any more"


@pytest.mark.points(1)
@pytest.mark.depends("test_example_collect")
def test_collect_leaves_the_mode(rng):
    """The model runs in the mode that it is in, and keeps it"""
    weight, batches = weight_and_batches(rng, 3, 2)
    right = outputs(weight, batches)
    for training in (True, False):
        found = collected(collect_predictions, weight, batches, training=training, dropout=True)
        expected = 0 * right if training else right
        mode = "train" if training else "eval"
        assert_close(
            found["out"], expected, message=f"the predictions in {mode} mode, where dropout counts in train mode"
        )
        assert found["training afterwards"] is training, f"a model in {mode} mode is in the other one afterwards"


@pytest.mark.points(1)
@pytest.mark.depends("test_example_collect")
def test_collect_joins_once(rng):
    """The predictions are joined once, not after every batch"""
    weight, _ = weight_and_batches(rng)
    rows = copies_made(collect_predictions, weight, 20)
    assert rows <= 20, f"for 20 rows in 20 batches, {rows} rows are copied: what was joined before is joined again"
