"""Whose containers may be removed: those of judges that are no more, and nobody else's."""

import os

import pytest

from grader.sandbox.docker.orphans import is_orphan, labels_of_this_judge

OURS = labels_of_this_judge()
PLACE = OURS["torchgrade.place"]
HOUR = 3600.0


def test_a_living_judges_container_is_none() -> None:
    assert not is_orphan(OURS, "running", 0, PLACE, 9 * HOUR)
    assert not is_orphan(OURS, "exited", 0, PLACE, 9 * HOUR)


@pytest.mark.parametrize("judge", [f"{os.getpid()}:1", "999999999:1"], ids=["number used again", "gone"])
def test_a_dead_judges_container_is_one_at_once(judge: str) -> None:
    assert is_orphan(OURS | {"torchgrade.judge": judge}, "running", 0, PLACE, 0)


def test_a_judge_elsewhere_may_live_so_only_what_ended_long_ago_is_one() -> None:
    elsewhere = OURS | {"torchgrade.place": "another boot"}
    assert not is_orphan(elsewhere, "running", 0, PLACE, 9 * HOUR)
    assert not is_orphan(elsewhere, "exited", 0, PLACE, HOUR / 2)
    assert is_orphan(elsewhere, "exited", 0, PLACE, 2 * HOUR)


@pytest.mark.parametrize("labels", [{}, {"torchgrade.judge": "999999999:1", "torchgrade.place": PLACE}])
def test_what_has_not_our_mark_is_never_one(labels: dict[str, str]) -> None:
    assert not is_orphan(labels, "exited", 0, PLACE, 9 * HOUR)
