"""Points: shares, sums, and what does not count."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.faults import AuthorFault
from grader.judge import points
from grader.verdict import Cause

weights = st.dictionaries(st.text(min_size=1), st.integers(1, 9) | st.sampled_from([0.5, 0.1, 2.5]), min_size=1)


@given(weights, st.sampled_from([1, 3, 8, 10, 0.5]))
def test_all_passed_is_exactly_the_weight_of_the_exercise(shares: dict[str, float], total: float) -> None:
    assert points.totals(shares, dict.fromkeys(shares, Cause.PASSED), total) == (total, total)
    assert math.isclose(sum(points.scaled(shares, total).values()), total, abs_tol=1e-5 * len(shares))


def test_what_was_not_graded_counts_neither_way() -> None:
    shares = {"a": 1.0, "b": 2.0, "c": 3.0, "d": 2.0}
    causes = {"a": Cause.PASSED, "b": Cause.NOT_RUN, "c": Cause.INFRASTRUCTURE, "d": Cause.FAILED}
    assert points.totals(shares, causes, 8) == (1.0, 3.0)


def test_skipped_counts_as_missing() -> None:
    causes = {"a": Cause.FAILED, "b": Cause.SKIPPED}
    assert points.totals({"a": 1, "b": 1}, causes, 4) == (0.0, 4.0)


@pytest.mark.parametrize("bad", [-1, math.nan, math.inf, "2", None, True])
def test_a_weight_that_is_none_is_the_authors_fault(bad: object) -> None:
    with pytest.raises(AuthorFault, match="test_a"):
        points.scaled({"test_a": bad}, 3)  # type: ignore[dict-item]


def test_checks_that_weigh_nothing_are_the_authors_fault() -> None:
    with pytest.raises(AuthorFault, match="worth a point"):
        points.scaled({"a": 0, "b": 0}, 3)
