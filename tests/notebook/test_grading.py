"""Notebooks graded in a real sandbox: errors are told by cell and line, magics are never run."""

from pathlib import Path
from typing import Any

import pytest

from grader.judge.session import grade, grade_exercise
from grader.report.html import render as render_html
from grader.report.model import ExerciseResult, Report
from grader.report.terminal import render
from grader.submission import Submission, checked
from grader.verdict import Cause
from tests.judge.conftest import Make
from tests.notebook.notebooks import cell, notebook
from tests.notebook.test_assemble import SCALE
from tests.notebook.test_cells import SAMPLES
from tests.watch.test_look import COURSE

pytestmark = pytest.mark.sandbox
RIGHT = "def scale(x, factor):\n    return x * factor\n\ndef scale_(x, factor):\n    return x.mul_(factor)\n"


def submission(content: bytes) -> Submission:
    return Submission("ada", {SCALE.id: checked("work/scale.ipynb", content, SCALE)})


def graded(sandbox: Any, *cells: str | dict[str, Any]) -> ExerciseResult:
    return grade_exercise(SCALE, submission(notebook(*cells)), sandbox, COURSE, seed=7)


def texts(result: ExerciseResult) -> str:
    said = [check.feedback for check in result.checks if check.feedback] + ([result.notice] if result.notice else [])
    return "\n".join(text for each in said for text in (each.headline, *each.details))


@pytest.mark.slow
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_what_each_tool_saved_passes(bubblewrap: Any, sample: Path) -> None:
    result = grade_exercise(SCALE, submission(sample.read_bytes()), bubblewrap, COURSE, seed=7)
    assert result.passed
    assert result.submission_file == "work/scale.ipynb"


def test_a_wrong_answer_fails_with_its_values(bubblewrap: Any) -> None:
    result = graded(bubblewrap, RIGHT.replace("x * factor", "x + factor"))
    assert not result.passed
    assert result.points > 0, "the other function is right"


def test_an_exception_names_its_cell_and_line(bubblewrap: Any) -> None:
    result = graded(
        bubblewrap, "import torch", RIGHT, "# once more\n\ndef scale(x, factor):\n    y = x\n    return y + 1 / 0\n"
    )
    raised = [check for check in result.checks if check.cause is Cause.RAISED and check.feedback]
    assert raised
    for check in raised:
        assert check.feedback is not None
        assert check.feedback.headline.startswith("Line 5 of cell 3 raises `ZeroDivisionError`")
        frame = check.feedback.traceback[-1]
        assert (frame.file, frame.line, frame.function) == ("scale.ipynb, cell 3", 5, "scale")
        assert frame.source == "return y + 1 / 0"


def test_a_syntax_error_names_its_cell_and_line(bubblewrap: Any) -> None:
    result = graded(bubblewrap, RIGHT, "x = 1\ndef f(x)\n    return x\n")
    assert result.notice is not None
    said = result.notice.headline
    assert said.startswith("`scale.ipynb` could not be imported. Line 2 of cell 2 raises `SyntaxError`")
    assert "(line 2 of cell 2)" in said
    assert "scale.py" not in texts(result)


def test_an_error_while_it_is_imported_names_its_cell(bubblewrap: Any) -> None:
    result = graded(bubblewrap, RIGHT, "import torch\nscale(torch.ones(2), 2.0)[7]\n")
    assert result.notice is not None
    assert "Line 2 of cell 2 raises `IndexError`" in result.notice.headline


def test_magics_are_never_run_and_are_told(bubblewrap: Any) -> None:
    result = graded(
        bubblewrap,
        "%matplotlib inline\n!touch /tmp/never; exit 1\n" + RIGHT,
        "%%bash\nexit 1",
        "%%time\nx = 1\nscale?\nif x:\n    %time scale(1, 2)",
        cell("exit 1", metadata={"vscode": {"languageId": "shellscript"}}),
        "y = 2\n%%writefile x\nexit 1",
    )
    assert result.passed
    assert result.remarks == [
        "Line 1 of cell 1 is no Python and was left out: `%matplotlib inline`",
        "Line 2 of cell 1 is no Python and was left out: `!touch /tmp/never; exit 1`",
        "From line 1 on, cell 2 is no Python and was left out: `%%bash`",
        "Line 1 of cell 3 is no Python and was left out: `%%time`",
        "Line 3 of cell 3 is no Python and was left out: `scale?`",
        "Line 5 of cell 3 is no Python and was left out: `%time scale(1, 2)`",
        "From line 1 on, cell 4 is no Python and was left out: `%%shellscript`",
        "From line 2 on, cell 5 is no Python and was left out: `%%writefile x`",
    ]


AMID = "is no Python: give it a line of its own, which is left out and never run, or take it out."


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("if scale: !touch /tmp/never", f"has `!touch`, which {AMID}"),
        ("x = 1; %time scale(1, 2)", f"has `%time`, which {AMID}"),
        ("pip install torch", f"has `pip`, which {AMID}"),
        (
            "x = await scale",
            "uses `await` outside of an `async def`, which only a notebook can: put it into one, or take it out.",
        ),
    ],
)
def test_what_a_notebook_takes_amid_a_line_is_told_and_never_run(bubblewrap: Any, line: str, said: str) -> None:
    notice = graded(bubblewrap, RIGHT, f"y = 2\n{line}\n").notice
    assert notice is not None
    assert notice.headline == f"`scale.ipynb` could not be imported. Line 2 of cell 2 {said}"


def test_a_python_file_with_lines_of_a_notebook_is_told_of_them(bubblewrap: Any) -> None:
    handed_in = Submission(None, {SCALE.id: checked("scale.py", b"%matplotlib inline\n" + RIGHT.encode(), SCALE)})
    notice = grade_exercise(SCALE, handed_in, bubblewrap, COURSE, seed=7).notice
    assert notice is not None
    assert notice.headline == (
        "`scale.py` could not be imported. Line 1 of your file has `%matplotlib`, which only a notebook understands: "
        "take it out."
    )


def test_reports_tell_what_was_left_out_and_escape_it(bubblewrap: Any) -> None:
    report: Report = grade(
        [SCALE], submission(notebook("%x <b>bold</b> \x1b[31m\n" + RIGHT)), bubblewrap, course=COURSE
    )
    assert "Line 1 of cell 1 is no Python and was left out: `%x <b>bold</b>" in render(report, width=100)
    assert "\x1b" not in render(report)
    assert "&lt;b&gt;bold&lt;/b&gt;" in render_html(report)


def test_endless_magic_is_told_of_in_bounds(bubblewrap: Any) -> None:
    result = graded(bubblewrap, "%x " + "y" * 5_000 + "\n" + "%z\n" * 500 + RIGHT)
    assert result.passed
    assert len(result.remarks) == 11
    assert result.remarks[-1] == "491 more lines were left out."
    assert max(map(len, result.remarks)) < 300


def test_a_forbidden_call_names_its_cell(make: Make, bubblewrap: Any) -> None:
    one = make("from answer import f\ndef test_a(): assert f(1) == 2", settings='[forbid]\ncalls = ["torch.add"]\n')
    content = notebook("import torch", "# mine\ndef f(x):\n    return torch.add(torch.tensor(x), 1)")
    handed_in = Submission(None, {one.exercise.id: checked("answer.ipynb", content, one.exercise)})
    result = grade_exercise(one.exercise, handed_in, bubblewrap, one.course, seed=7)
    assert [check.cause for check in result.checks] == [Cause.DENIED]
    assert "Line 3 of cell 2 calls `torch.add`" in texts(result)


def test_a_python_file_may_say_what_it_likes(bubblewrap: Any) -> None:
    source = b"# %% cell 9\n# left out: %time\n" + RIGHT.encode() + b"1 / 0\n"
    handed_in = Submission(None, {SCALE.id: checked("scale.py", source, SCALE)})
    result = grade_exercise(SCALE, handed_in, bubblewrap, COURSE, seed=7)
    assert "Line 8 of your file raises `ZeroDivisionError`" in texts(result)
    assert result.remarks == []
