"""A chapter worked on in a notebook, from ``grade start --notebook`` to all passed."""

from pathlib import Path

import pytest

from grader.course import find_workspace
from tests.cli.conftest import TINY, Grade
from tests.cli.submissions import COLUMN_MEANS, SCALE
from tests.notebook.notebooks import notebook

NOTEBOOK = "ch01_basics/ch01_basics.ipynb"


def test_start_puts_down_one_notebook_and_leaves_it_alone_ever_after(grade: Grade, here: Path) -> None:
    outcome = grade("start", "--notebook", "ch1", "--course", str(TINY))
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == f"{NOTEBOOK}: put down. Work in it, then: grade ch1\n"
    assert [path.name for path in (here / "ch01_basics").iterdir()] == ["ch01_basics.ipynb"]
    (here / NOTEBOOK).write_text("mine")
    assert "left alone" in grade("start", "--notebook", "ch1").out
    assert (here / NOTEBOOK).read_text() == "mine"


def test_start_for_one_exercise_makes_a_notebook_of_its_own(grade: Grade, here: Path) -> None:
    assert grade("start", "--notebook", "scale", "--course", str(TINY)).code == 0
    assert [path.name for path in (here / "ch01_basics").iterdir()] == ["scale.ipynb"]


@pytest.mark.sandbox
@pytest.mark.slow
def test_a_chapter_in_a_notebook_is_graded_and_remembered(grade: Grade, here: Path) -> None:
    assert grade("start", "--notebook", "ch1", "--course", str(TINY)).code == 0
    assert "not attempted yet" in grade("ch1").out
    (here / NOTEBOOK).write_bytes(
        notebook(f"# grade: scale\n{SCALE}", f"# grade: column_means\n%time 1\n{COLUMN_MEANS}")
    )
    outcome = grade("ch1")
    assert (outcome.code, outcome.err) == (0, "")
    assert "Line 2 of cell 2 is no Python and was left out: `%time 1`" in " ".join(outcome.out.split())
    workspace = find_workspace(here)
    assert workspace is not None
    assert all(record.passed for record in workspace.progress.read().values())
    assert "2 of 2 passed" in grade("list", "ch1").out
