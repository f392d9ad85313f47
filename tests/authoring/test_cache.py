"""Outcomes that are kept: found again under the same facts only, bounded, and never in the way."""

from pathlib import Path

import pytest

from grader.authoring.cache import Cache, key_of
from grader.authoring.local.model import Ended, Run
from grader.authoring.tasks import Fate
from grader.authoring.trial import Outcome

RUN = Run((Ended("test_a", 1, "passed", seconds=0.5, margin=0.1), Ended("test_b", 2, "failed", "It is wrong.")))


@pytest.mark.parametrize(
    "outcome", [RUN, Fate("test_a", "timeout", "slow"), Outcome(("p",), ("a", "b"), {"a": 0.5}, 1.5)]
)
def test_what_was_put_is_found_again_in_another_session(tmp_path: Path, outcome: object) -> None:
    path = tmp_path / "folder" / "verify.sqlite"
    cache = Cache(path)
    cache.put("key", outcome)
    cache.close()
    again = Cache(path)
    assert again.get("key", type(outcome)) == outcome
    assert again.get("other", type(outcome)) is None


def test_a_key_changes_with_every_fact() -> None:
    keys = {key_of("a", ("mutant", "x")), key_of("b", ("mutant", "x")), key_of("a", ("mutant", "y"))}
    assert len(keys) == 3
    assert key_of("a", ("trial", None)) == key_of("a", ("trial", None))


def test_the_longest_unused_go(tmp_path: Path) -> None:
    path = tmp_path / "verify.sqlite"
    cache = Cache(path, most=2)
    for name in ("one", "two", "three"):
        cache.put(name, Fate(name, "failed"))
    assert cache.get("one", Fate) is not None  # used again: "two" is the oldest now
    cache.close()
    again = Cache(path)
    assert [again.get(name, Fate) is not None for name in ("one", "two", "three")] == [True, False, True]


def test_a_file_that_is_no_cache_is_none(tmp_path: Path) -> None:
    path = tmp_path / "verify.sqlite"
    path.write_bytes(b"this is no database, and long enough to be seen as none" * 100)
    for cache in (Cache(path), Cache(path / "below"), Cache(None)):
        cache.put("key", RUN)
        assert cache.get("key", Run) is None
        cache.close()


def test_an_entry_of_another_shape_is_none(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "verify.sqlite")
    cache.put("key", {"other": 1})
    assert cache.get("key", Fate) is None
