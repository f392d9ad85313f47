"""What a platform is told where nothing can be graded: never a zero."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from grader.faults import InfrastructureFault
from grader.release.onsite import __main__ as command
from grader.release.onsite import github, gradescope, grading, prairielearn
from grader.release.onsite.grading import Task
from grader.report.model import Report

SCHEMA = Path(__file__).parents[1] / "report" / "schemas" / "prairielearn.json"


def test_gradescope_gets_no_results_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert gradescope.main(tmp_path) == 3
    assert list((tmp_path / "results").iterdir()) == []
    assert "is not what `grade export` wrote" in capsys.readouterr().err


def test_prairielearn_gets_one_that_uses_up_no_attempt(tmp_path: Path) -> None:
    assert prairielearn.main(tmp_path) == 0
    document = json.loads((tmp_path / "results" / "results.json").read_text())
    jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text())).validate(document)
    assert document["gradable"] is False


def test_a_sandbox_that_does_not_start_is_nobody_s_zero(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from tests.release.handover import RIGHT, make_course

    def refuse(hidden: object, *, alone: bool) -> Any:
        raise InfrastructureFault("No sandbox:\n::error::here.")

    monkeypatch.setattr(grading, "strongest_sandbox", refuse)
    home, output = tmp_path / "home", tmp_path / "output"
    make_course(home / "course")
    (home / "task.json").write_text('{"targets": ["ch01_first/slope"]}')
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "slope.py").write_text(RIGHT)
    environment = {
        "TORCHGRADE_HOME": str(home),
        "GITHUB_WORKSPACE": str(tmp_path / "work"),
        "GITHUB_OUTPUT": str(output),
    }
    assert github.main(environment) == 3
    assert not output.exists()
    assert capsys.readouterr().err == "torchgrade: No sandbox: ::error::here.\n"


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"targets": 3}'])
def test_a_task_that_is_none_is_said(tmp_path: Path, content: str) -> None:
    (tmp_path / "task.json").write_text(content)
    with pytest.raises(InfrastructureFault, match=r"task\.json is not what"):
        Task.read(tmp_path / "task.json")


def test_files_of_data_json_take_the_place_of_an_empty_folder(tmp_path: Path) -> None:
    """And nothing in their names leaves the folder."""
    home, scratch = tmp_path / "grade", tmp_path / "scratch"
    (home / "data").mkdir(parents=True)
    (home / "student").mkdir()
    scratch.mkdir()
    names = ["slope.py", "../evil.py", "/tmp/evil.py", "..", ""]
    files = [{"name": name, "contents": "eCA9IDE="} for name in names]
    (home / "data" / "data.json").write_text(json.dumps({"submitted_answers": {"_files": files}}))
    assert prairielearn._submitted(home, scratch) == scratch
    assert {path.name: path.read_text() for path in tmp_path.rglob("*.py")} == {"slope.py": "x = 1"}


def test_an_unknown_platform_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["moodle"]) == 2
    assert "gradescope|prairielearn|github" in capsys.readouterr().err


def test_an_unfinished_report_says_so() -> None:
    """In every format that a platform reads."""
    import base64

    from grader.report import github as github_format
    from grader.report import gradescope as gradescope_format
    from grader.report import prairielearn as prairielearn_format
    from tests.report import samples

    report: Report = samples.mixed().model_copy(update={"finished": False})
    count = sum(len(exercise.checks) for exercise in report.exercises)
    said = json.loads(gradescope_format.render(report))["output"]
    assert said.startswith(f"grading was cut off after {count} checks, what is missing is not counted")
    assert json.loads(prairielearn_format.render(report))["gradable"] is False
    line = github_format.render(report).removeprefix("result=")
    assert json.loads(base64.b64decode(line))["status"] == "error"
