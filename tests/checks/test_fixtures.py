"""What fixtures are made of."""

from pathlib import Path

import numpy as np
import pytest
import torch

from grader.checks.fixtures import load_course_data, make_rng


def first(seed: int, check: str) -> float:
    return float(torch.rand((), generator=make_rng(seed, check)))


def test_one_stream_a_check() -> None:
    assert first(1, "test_a") == first(1, "test_a")
    assert len({first(1, "test_a"), first(1, "test_b"), first(2, "test_a"), first(2**62, "test_a")}) == 4


def test_data_are_arrays_or_text(tmp_path: Path) -> None:
    np.savez(tmp_path / "digits.npz", x=np.arange(3), y=np.eye(2))
    (tmp_path / "names.txt").write_text("ada\n", encoding="utf-8")
    digits = load_course_data(tmp_path, "digits")
    assert isinstance(digits, dict)
    assert digits["x"].tolist() == [0, 1, 2]
    assert load_course_data(tmp_path, "names") == "ada\n"


def test_pickled_arrays_are_refused(tmp_path: Path) -> None:
    np.savez(tmp_path / "evil.npz", x=np.array([object()], dtype=object))
    with pytest.raises(ValueError, match="allow_pickle"):
        load_course_data(tmp_path, "evil")


def test_what_is_there_is_named(tmp_path: Path) -> None:
    (tmp_path / "names.txt").write_text("")
    with pytest.raises(FileNotFoundError, match="there is names"):
        load_course_data(tmp_path, "digits")


@pytest.mark.parametrize("name", ["../secret", "a/b", "", ".."])
def test_a_name_stays_in_the_folder(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match="not the name of a data set"):
        load_course_data(tmp_path, name)
