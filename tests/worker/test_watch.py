"""The guards in the worker."""

import statistics

import pytest

from grader.worker.watch import Guards


def test_a_forbidden_name_that_is_a_whole_module_leaves_the_others_guarded(monkeypatch: pytest.MonkeyPatch) -> None:
    original = statistics.median
    monkeypatch.setattr(statistics, "median", original)  # put back afterwards
    Guards((), ("functorch", "statistics.median"), ())
    assert statistics.median is not original
    assert statistics.median([1, 2, 3]) == 2
