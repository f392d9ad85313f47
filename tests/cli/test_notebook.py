"""A chapter worked on in a notebook, from ``grade start --notebook`` to all passed."""

from pathlib import Path

import pytest

from grader.course import find_workspace
from tests.cli.conftest import TINY, Grade, Outcome
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


@pytest.fixture
def reuse(grade: Grade, tiny_workspace: Path) -> str:
    """A workspace in which `column_means` has passed; a right answer to `standardise`, which uses it."""
    (tiny_workspace / "ch01_basics/column_means.py").write_text(COLUMN_MEANS)
    assert grade("column_means", "--quiet").code == 0
    return (TINY / "solutions/ch02_reuse/standardise/standardise.py").read_text()


def said(outcome: Outcome) -> str:
    return " ".join(outcome.out.split())


@pytest.mark.sandbox
@pytest.mark.slow
@pytest.mark.parametrize("name", ["one.py", "one.ipynb"])
def test_a_single_file_uses_the_earlier_exercises_of_the_workspace(
    grade: Grade, here: Path, reuse: str, name: str
) -> None:
    (here / name).write_bytes(reuse.encode() if name.endswith(".py") else notebook(reuse))
    outcome = grade("2.1", "--submission", name)
    assert outcome.code == 0
    assert "builds on your ch01_basics/column_means in this workspace" in said(outcome)


@pytest.mark.sandbox
@pytest.mark.slow
def test_a_single_notebook_uses_its_own_earlier_exercise_where_that_has_passed(
    grade: Grade, here: Path, reuse: str
) -> None:
    cells = notebook(f"# grade: column_means\n# mine\n{COLUMN_MEANS}", f"# grade: standardise\n{reuse}")
    (here / "one.ipynb").write_bytes(cells)
    assert "builds on your ch01_basics/column_means in this" in said(grade("2.1", "--submission", "one.ipynb")), (
        "nobody knows of the notebook's own version whether it passes"
    )
    outcome = grade("1.2", "2.1", "--submission", "one.ipynb")
    assert "builds on your ch01_basics/column_means" in said(outcome)
    assert "in this workspace" not in said(outcome)


@pytest.mark.sandbox
@pytest.mark.slow
def test_a_single_file_in_no_workspace_uses_the_reference_and_says_so(
    grade: Grade, here: Path, reuse: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "one.ipynb").write_bytes(notebook(reuse))
    monkeypatch.chdir(tmp_path)
    outcome = grade("2.1", "--submission", "one.ipynb", "--course", str(TINY))
    assert outcome.code == 0
    assert "builds on the reference ch01_basics/column_means" in said(outcome)
