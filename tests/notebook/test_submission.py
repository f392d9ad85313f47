"""Notebooks as submissions: which one is graded, and what is said where none can be."""

import shutil
from pathlib import Path

import pytest

from grader.notebook import MAX_NOTEBOOK_BYTES
from grader.notebook.make import make_notebook
from grader.submission import Submission, read_submission, submission_of
from grader.verdict import Cause
from tests.notebook.notebooks import notebook
from tests.notebook.test_assemble import MEANS, SCALE
from tests.notebook.test_cells import SAMPLES

BOTH = [SCALE, MEANS]
ANSWER = "def scale(x, factor):\n    return x * factor"
MARKED = f"# grade: scale\n{ANSWER}"


def put(folder: Path, name: str, content: bytes) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def of(submission: Submission) -> tuple[str, str] | None:
    file = submission.files.get(SCALE.id)
    return (file.path, file.content.decode()) if file else None


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_a_chapter_in_one_notebook_of_each_tool(tmp_path: Path, sample: Path) -> None:
    shutil.copy(sample, put(tmp_path, "ch01_basics/ch01_basics.ipynb", b""))
    submission = read_submission(tmp_path, BOTH)
    assert submission.notices == {}
    assert submission.files[SCALE.id].path == "ch01_basics/ch01_basics.ipynb"
    assert b"return x.sum(0)" in submission.files[MEANS.id].content
    assert b"return x.sum(0)" not in submission.files[SCALE.id].content


@pytest.mark.parametrize("name", ["ch01_basics/scale.ipynb", "scale/scale.ipynb", "scale.ipynb", "ch1.ipynb",
                                  "ch01_basics/ch01.ipynb", "basics.ipynb"])  # fmt: skip
def test_a_notebook_of_a_known_name_is_found_and_needs_no_marks(tmp_path: Path, name: str) -> None:
    put(tmp_path, name, notebook(ANSWER))
    assert of(read_submission(tmp_path, BOTH)) == (name, f"# %% cell 1\n{ANSWER}\n")


def test_a_notebook_of_any_other_name_counts_by_its_marks_alone(tmp_path: Path) -> None:
    put(tmp_path, "scratch.ipynb", notebook("print('trying')"))
    assert read_submission(tmp_path, [SCALE]).notices[SCALE.id].cause is Cause.MISSING
    put(tmp_path, "homework.ipynb", notebook("print('trying')", MARKED))
    assert of(read_submission(tmp_path, BOTH)) == ("homework.ipynb", f"# %% cell 2\n{MARKED}\n")


def test_a_python_file_goes_first_unless_it_is_still_the_stub(tmp_path: Path) -> None:
    put(tmp_path, "ch01_basics/ch01_basics.ipynb", notebook(MARKED))
    put(tmp_path, "ch01_basics/scale.py", SCALE.stub.read_bytes())
    assert of(read_submission(tmp_path, BOTH)) == ("ch01_basics/ch01_basics.ipynb", f"# %% cell 1\n{MARKED}\n")
    put(tmp_path, "ch01_basics/scale.py", b"x = 1\n")
    assert of(read_submission(tmp_path, BOTH)) == ("ch01_basics/scale.py", "x = 1\n")


def test_a_made_notebook_is_not_attempted_yet_until_it_is(tmp_path: Path) -> None:
    made = make_notebook("# Basics", BOTH, "en")
    path = put(tmp_path, "ch01_basics/ch01_basics.ipynb", made)
    notices = read_submission(tmp_path, BOTH).notices
    assert {notice.cause for notice in notices.values()} == {Cause.NOT_IMPLEMENTED}
    assert "still the stub" in notices[SCALE.id].sentence
    path.write_bytes(made.replace(b"raise NotImplementedError", b"return x", 1))
    assert list(read_submission(tmp_path, BOTH).files) == [SCALE.id]


def test_a_single_notebook_for_one_exercise_or_many(tmp_path: Path) -> None:
    path = put(tmp_path, "mine.ipynb", notebook(MARKED, "# grade: column_means\ny = 1"))
    assert set(read_submission(path, BOTH).files) == {SCALE.id, MEANS.id}
    unmarked = put(tmp_path, "other.ipynb", notebook(ANSWER))
    assert of(read_submission(unmarked, [SCALE])) is not None


@pytest.mark.parametrize(
    ("content", "says", "cause"),
    [
        (b"{", "`scale.ipynb` can't be read as a notebook", Cause.IMPORT_ERROR),
        (b" " * (MAX_NOTEBOOK_BYTES + 1), "`scale.ipynb` is too large", Cause.IMPORT_ERROR),
        (notebook("x = '" + "y" * (1 << 20) + "'"), "at most 1 MiB is accepted", Cause.IMPORT_ERROR),
        (notebook("# grade: column_means"), "`scale.ipynb` has no cell for this exercise", Cause.MISSING),
        (notebook("# grade: scale\n"), "`scale.ipynb` is empty", Cause.NOT_IMPLEMENTED),
    ],
)
def test_what_can_t_be_graded_is_one_sentence(tmp_path: Path, content: bytes, says: str, cause: Cause) -> None:
    put(tmp_path, "scale.ipynb", content)
    notice = read_submission(tmp_path, [SCALE]).notices[SCALE.id]
    assert says in notice.sentence
    assert notice.cause is cause


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    target = put(tmp_path, "elsewhere/a.ipynb", notebook(ANSWER))
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "scale.ipynb").symlink_to(target)
    assert "is a link" in read_submission(tmp_path / "work", [SCALE]).notices[SCALE.id].sentence


def test_outputs_change_nothing_that_is_graded(tmp_path: Path) -> None:
    put(tmp_path, "scale.ipynb", notebook(ANSWER))
    before = read_submission(tmp_path, [SCALE]).files[SCALE.id].sha256
    put(tmp_path, "scale.ipynb", notebook(ANSWER).replace(b'"outputs": []', b'"outputs": [{"text": "1"}]'))
    assert read_submission(tmp_path, [SCALE]).files[SCALE.id].sha256 == before


def test_among_files_that_were_read_already() -> None:
    one: dict[tuple[str, ...], bytes] = {("hw.ipynb",): notebook(ANSWER)}
    assert of(submission_of(one, [SCALE])) == ("hw.ipynb", f"# %% cell 1\n{ANSWER}\n"), "the only one is for everything"
    two: dict[tuple[str, ...], bytes] = one | {("more.ipynb",): notebook(MARKED)}
    assert of(submission_of(two, [SCALE])) == ("more.ipynb", f"# %% cell 1\n{MARKED}\n")
    python: dict[tuple[str, ...], bytes] = one | {("deep", "scale.py"): b"x = 1\n"}
    assert of(submission_of(python, [SCALE])) == ("deep/scale.py", "x = 1\n")


@pytest.mark.parametrize("other", ["ch1.ipynb", "scale.ipynb", "other.ipynb"])
def test_which_of_two_answers_counts_is_said(tmp_path: Path, other: str) -> None:
    put(tmp_path, "scale.py", b"def scale(x, factor):\n    return x\n")
    assert read_submission(tmp_path, [SCALE]).files[SCALE.id].remark == ""
    put(tmp_path, other, notebook("# grade: column_means\nx = 1"))
    assert read_submission(tmp_path, [SCALE]).files[SCALE.id].remark == "", "it holds nothing for this exercise"
    put(tmp_path, other, notebook(MARKED))
    file = read_submission(tmp_path, [SCALE]).files[SCALE.id]
    assert file.remark == f"`{other}` holds an answer too: `scale.py` counts."


def test_cells_without_python_are_nothing_to_run(tmp_path: Path) -> None:
    path = put(tmp_path, "scale.ipynb", notebook("%matplotlib inline\n# soon\n", "%%bash\nls"))
    notice = read_submission(path, [SCALE]).notices[SCALE.id]
    assert (notice.cause, notice.idle) == (Cause.NOT_IMPLEMENTED, True)
    assert "has no Python for this exercise" in notice.sentence


def test_a_notebook_gives_earlier_exercises_from_marked_cells_alone(tmp_path: Path) -> None:
    plain = put(tmp_path, "one.ipynb", notebook(ANSWER))
    assert set(read_submission(plain, [SCALE], used=[MEANS]).files) == {SCALE.id}
    marked = put(tmp_path, "two.ipynb", notebook(MARKED, "# grade: column_means\nx = 1"))
    assert set(read_submission(marked, [SCALE], used=[MEANS]).files) == {SCALE.id, MEANS.id}
