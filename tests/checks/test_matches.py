"""assert_matches: a reference on many inputs, and the smallest failing one."""

from typing import Any

import pytest
import torch
from torch import Tensor

from grader.checks import Finding, assert_matches, make_inputs
from tests.checks.facts import facts_of


def rng() -> torch.Generator:
    return torch.Generator().manual_seed(5)


def reference(x: Tensor, y: Tensor) -> Tensor:
    return (x[:, None] - y[None]).square().sum(-1)


def right(x: Tensor, y: Tensor) -> Tensor:
    return torch.cdist(x, y).square()


def forgets_the_cross_term(x: Tensor, y: Tensor) -> Tensor:
    return x.square().sum(1)[:, None] + y.square().sum(1)


def test_a_right_function_passes() -> None:
    assert_matches(right, reference, make_inputs(rng(), "n d", "m d", cases=10, dtype=torch.float64), atol=1e-9)
    assert_matches(lambda x, y, k: x + k, lambda x, y, k: x + k, [(1, 2)], kwargs={"k": 3})


def test_a_wrong_function_is_shown_on_the_smallest_input() -> None:
    inputs = make_inputs(rng(), "n d", "m d", cases=10, sizes={"n": [3, 5], "m": [1, 4], "d": [1, 2]})
    facts = facts_of(assert_matches, forgets_the_cross_term, reference, inputs)
    assert facts.headline.startswith("`forgets_the_cross_term` is wrong")
    args = facts.data["args"]
    assert [tuple(t.shape) for t in args] == [(3, 1), (1, 1)]
    assert all(torch.equal(t, (t * 10).round() / 10) for t in args)
    assert facts.data["function"] == "forgets_the_cross_term"
    assert torch.equal(facts.data["value"], forgets_the_cross_term(*args))
    assert torch.equal(facts.data["expected"], reference(*args))
    assert list(facts.smallest_input) == ["x", "y"]


def test_a_function_that_fails_only_above_a_size_is_not_shrunk_below() -> None:
    def only_small(x: Tensor) -> Tensor:
        return x if x.shape[0] < 5 else x + 1

    facts = facts_of(assert_matches, only_small, lambda x: x, make_inputs(rng(), "n", cases=20))
    assert facts.data["args"][0].shape == (5,)


def test_a_layout_that_matters_is_told() -> None:
    def by_storage(x: Tensor) -> Tensor:
        return torch.as_strided(x, x.shape, (x.shape[1], 1), x.storage_offset())

    inputs = make_inputs(rng(), "3 2", layouts=["transposed"])
    facts = facts_of(assert_matches, by_storage, lambda x: x, inputs)
    assert facts.details[-1].startswith(
        "It is right for the same values in contiguous tensors: only the layout differs"
    )
    assert "(1, 3)" in facts.details[-1]


def test_a_function_that_writes_to_its_input_is_judged_by_its_result() -> None:
    facts = facts_of(assert_matches, lambda x: x.mul_(2), lambda x: x, make_inputs(rng(), "3"))
    assert "2 times too large" in facts.details[0]
    value, (x,) = facts.data["value"], facts.data["args"]
    assert torch.equal(value, x * 2)


def test_an_exception_is_shown_on_the_smallest_input_too() -> None:
    def picky(x: Tensor) -> Tensor:
        if x.shape[0] > 1:
            raise ValueError("only one row")
        return x

    facts = facts_of(assert_matches, picky, lambda x: x, make_inputs(rng(), "n d", cases=20, sizes={"n": [1, 2, 7]}))
    assert facts.rung == "exception"
    assert facts.smallest_input["x"].startswith("[[")
    assert facts.headline == "`picky` raises ValueError: only one row."


def test_values_stay_in_the_range_that_was_asked() -> None:
    def reference_log(x: Tensor) -> Tensor:
        return x.log()

    facts = facts_of(assert_matches, lambda x: x.log2(), reference_log, make_inputs(rng(), "5", low=0.1, high=0.9))
    (x,) = facts.data["args"]
    assert bool(((x > 0.1) & (x < 0.9)).all())


def test_a_reference_that_refuses_smaller_inputs_stops_the_shrinking() -> None:
    def strict(x: Tensor) -> Tensor:
        if x.shape[0] < 4:
            raise ValueError("too short")
        return x

    inputs = make_inputs(rng(), "n", sizes={"n": [2, 4, 8]}, cases=20)
    long = (case for case in inputs if case[0].shape[0] >= 4)
    assert facts_of(assert_matches, lambda x: x + 1, strict, long).data["args"][0].shape == (4,)


def test_plain_tuples_are_taken_as_they_are() -> None:
    facts = facts_of(assert_matches, lambda n: n + 1, lambda n: n, [(3,)])
    assert facts.headline == "`<lambda>` returns 4 instead of 3."
    assert facts.data == {"function": "<lambda>", "args": (3,), "kwargs": {}, "value": 4, "expected": 3}


def test_a_broken_reference_is_the_authors() -> None:
    def broken(x: Any) -> Any:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        assert_matches(lambda x: x, broken, [(1,)])


def test_stubs_stay_stubs() -> None:
    def stub(x: Any) -> Any:
        raise NotImplementedError

    with pytest.raises(NotImplementedError):
        assert_matches(stub, lambda x: x, make_inputs(rng(), "3"))
    with pytest.raises(Finding):
        assert_matches(lambda x: None, lambda x: x, make_inputs(rng(), "3"))


def test_arguments_of_any_number_are_called_as_they_are_in_the_signature() -> None:
    def joined(x: torch.Tensor, *shape: int) -> torch.Tensor:
        return x + 1

    for case, names in (((1,), ["x", "shape"]), ((1, 1), ["x", "shape[0]", "shape[1]"])):
        facts = facts_of(assert_matches, joined, lambda x, *shape: x, [(torch.ones(1), *case)])
        assert list(facts.smallest_input) == names
