"""Why checks can't be collected, with the author's own line."""

import runpy
from pathlib import Path

import pytest

from grader.faults import AuthorFault
from grader.judge.uncollected import reason


def error_of(path: Path, source: str) -> BaseException:
    path.write_text(source)
    with pytest.raises(BaseException) as caught:
        runpy.run_path(str(path))
    return caught.value


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("import os\nimport not_there", "ModuleNotFoundError: No module named 'not_there', in line 2 of checks.py"),
        ("import json\n\njson.loads('x')", "in line 3 of checks.py"),
        ("a b", "SyntaxError: invalid syntax (checks.py, line 1)"),
    ],
)
def test_the_line_is_the_authors_own(tmp_path: Path, source: str, says: str) -> None:
    error = error_of(tmp_path / "checks.py", source)
    assert reason(error, tmp_path).endswith(says)
    wrapped = ImportError("while importing")
    wrapped.__cause__ = error
    assert reason(wrapped, tmp_path).endswith(says)


def test_a_fault_of_the_authors_is_told_in_its_own_words(tmp_path: Path) -> None:
    assert (
        reason(AuthorFault("checks.py: two checks have the same id."), tmp_path)
        == "checks.py: two checks have the same id"
    )


def test_without_a_line_of_the_authors_the_error_stands_alone(tmp_path: Path) -> None:
    assert reason(ValueError("odd."), tmp_path) == "ValueError: odd"
