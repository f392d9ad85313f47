"""A class that handed in notebooks: what is told of each, and where errors are."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from zipfile import ZipFile

import pytest

from grader.batch.gradebook.book import make_gradebook
from grader.batch.gradebook.feedback import write_feedback
from grader.batch.journal import Journal
from grader.batch.judge import Judge
from grader.batch.policy import Policy
from tests.batch.stand_in import MEANS, SCALE, StandIn, go
from tests.cli.conftest import TINY
from tests.cli.submissions import COLUMN_MEANS
from tests.cli.submissions import SCALE as RIGHT
from tests.notebook.notebooks import notebook

MARKED, MEANS_CELL = f"# grade: scale\n{RIGHT}", f"# grade: column_means\n{COLUMN_MEANS}"
CLASS = {
    "ada/ch1.ipynb": notebook(MARKED, MEANS_CELL),
    "bob/ch1.ipynb": b"not JSON",
    "cyd/ch1.ipynb": notebook("# grade: something_else\nx = 1"),
    "dan/ch1.ipynb": notebook("# grade: scale\n%matplotlib inline", "# grade: column_means\n%%bash\nls"),
    "eve/ch1.ipynb": notebook("x <- 1", language_info={"name": "R"}),
    "fay/ch1.ipynb": notebook(MARKED, MEANS_CELL),
    "fay/scale.py": b"def scale(x, factor): return x\n",
    "gil/a.ipynb": notebook(MARKED),
    "gil/b.ipynb": notebook(MARKED, MEANS_CELL),
    "hal/hw.ipynb": notebook(MEANS_CELL),
}
TOLD = {
    ("bob", "`ch1.ipynb` can't be read as a notebook: it is no valid JSON. Save it anew."),
    ("cyd", "`ch1.ipynb` has no cell for this exercise: begin one with the line `# grade: scale`."),
    ("dan", "`ch1.ipynb` has no Python for this exercise: what only a notebook understands is left out."),
    ("eve", "`ch1.ipynb` is a notebook of another language, R."),
    ("fay", "1.1: `ch1.ipynb` holds an answer too: `scale.py` counts."),
    ("gil", "1.1: `b.ipynb` holds an answer too: `a.ipynb` counts."),
}


def write(root: Path, files: Mapping[str, bytes]) -> Path:
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content)
    return root


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.sqlite") as opened:
        yield opened


def test_what_is_wrong_with_a_notebook_is_told_by_student_and_stops_nobody_else(
    tmp_path: Path, journal: Journal
) -> None:
    go(journal, write(tmp_path / "class", CLASS), StandIn(), [SCALE, MEANS])
    assert {(problem.student, problem.sentence) for problem in journal.problems()} == TOLD


def test_a_notebook_and_a_python_file_of_the_same_text_are_two_answers(tmp_path: Path, journal: Journal) -> None:
    """What is said of the one names cells, of the other lines."""
    executor = StandIn()
    same = {"ada/scale.ipynb": notebook("x = 1"), "bob/scale.py": b"# %% cell 1\nx = 1\n"}
    go(journal, write(tmp_path / "class", same), executor, [SCALE])
    assert [student for student, _ in executor.seen] == ["ada", "bob"]


@pytest.mark.sandbox
@pytest.mark.slow
def test_the_feedback_names_the_cell_and_the_students_own_file(tmp_path: Path, journal: Journal) -> None:
    raises = "# grade: scale\n\ndef scale(x, factor):\n    return 1 / 0\n"
    folder = write(tmp_path / "class", {"ada/my work.ipynb": notebook("import torch", raises)})
    judge = Judge(TINY, "bubblewrap", seed=7)
    try:
        go(journal, folder, StandIn(lambda job, exercise: next(iter(judge.grade(job)))), [SCALE])
    finally:
        judge.close()
    write_feedback(journal, make_gradebook(journal, Policy()), tmp_path / "feedback.zip")
    with ZipFile(tmp_path / "feedback.zip") as archive:
        page = archive.read("ada/feedback.html").decode()
    assert "Line 4 of cell 2 raises" in page
    assert "my work.ipynb" in page


def test_who_handed_in_a_notebook_without_a_cell_for_anything_is_told_so(tmp_path: Path, journal: Journal) -> None:
    go(journal, write(tmp_path / "class", {"cyd/ch1.ipynb": CLASS["cyd/ch1.ipynb"]}), StandIn(), [SCALE, MEANS])
    assert write_feedback(journal, make_gradebook(journal, Policy()), tmp_path / "feedback.zip") == 1
