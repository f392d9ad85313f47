"""What goes into an export: the wheel, the pins, the trees, the settings, the scripts."""

import base64
import csv
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml

from grader.course import Course
from grader.faults import AuthorFault
from grader.language import speaking
from grader.release import toml
from grader.release.github import repositories
from grader.release.gradescope import autograder
from grader.release.prairielearn import questions
from grader.release.tree import File, text, write_folder, zipped
from grader.release.wheel import constraints, wheel
from tests.release.handover import CANARY, canaries
from tests.support.runner_files import commands


def test_the_wheel_is_one_and_holds_no_course() -> None:
    name, file = wheel()
    assert name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(io.BytesIO(file.content)) as archive:
        files = {entry: archive.read(entry) for entry in archive.namelist()}
    info = next(entry for entry in files if entry.endswith("/METADATA")).partition("/")[0]
    rows = list(csv.reader(files[f"{info}/RECORD"].decode().splitlines()))
    assert {row[0] for row in rows} == set(files)
    for path, digest, size in rows:
        if path != f"{info}/RECORD":
            wanted = base64.urlsafe_b64encode(hashlib.sha256(files[path]).digest()).decode().rstrip("=")
            assert (digest, int(size)) == (f"sha256={wanted}", len(files[path]))
    assert "grader/judge/session.py" in files
    assert "grader/release/templates/gradescope/setup.sh" in files
    assert not [path for path in files if "bundled" in path or path.endswith((".pyc", "checks.py"))]
    assert "grade = grader.cli:main" in files[f"{info}/entry_points.txt"].decode()


@pytest.mark.slow
def test_the_wheel_works_when_it_is_installed(tmp_path: Path) -> None:
    """Into an empty folder; what it needs is found where the tests find it."""
    name, file = wheel()
    (tmp_path / name).write_bytes(file.content)
    here = tmp_path / "here"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", str(here)]
    subprocess.run([*pip, str(tmp_path / name)], check=True, capture_output=True)
    ask = [sys.executable, "-c", "import grader.release.bundle, grader; print(grader.__file__)"]
    done = subprocess.run(ask, cwd=tmp_path, env={"PYTHONPATH": str(here)}, capture_output=True, text=True)
    assert done.stdout.strip() == str(here / "grader" / "__init__.py"), done.stderr


def test_the_same_code_gives_the_same_bytes() -> None:
    assert wheel() == wheel()


def test_constraints_pin_everything_without_local_versions() -> None:
    pins = dict(line.split("==") for line in constraints().content.decode().splitlines())
    assert {"torch", "numpy", "pydantic", "click", "msgspec", "pytest"} <= set(pins)
    assert "torchgrade" not in pins
    assert not [pin for pin in pins.values() if "+" in pin]


def test_a_zip_keeps_modes_and_depends_on_contents_alone() -> None:
    tree = {"run": text("#!/bin/sh\n", executable=True), "a/b": text("x")}
    assert zipped(tree) == zipped(dict(reversed(tree.items())))
    with zipfile.ZipFile(io.BytesIO(zipped(tree))) as archive:
        modes = {entry.filename: oct(entry.external_attr >> 16) for entry in archive.infolist()}
    assert modes == {"run": "0o100755", "a/b": "0o100644"}


def test_a_folder_is_written_whole(tmp_path: Path) -> None:
    write_folder({"a/run": text("x", executable=True)}, tmp_path / "new" / "folder")
    assert (tmp_path / "new/folder/a/run").stat().st_mode & 0o777 == 0o755
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["folder"]


@pytest.mark.parametrize(
    "table",
    [
        {"a": 1, "b": 2.5, "c": True, "d": 'x "quoted" \\ 斜率\n\x7f\t', "e": [], "f": ["x", ["y"]]},
        {"a": {"b": {"c": 1}}, "d": {}, "e f": 1, "": 2, "g": {"h.i": 1}},
        {"a": [{"b": 1}, {"b": 2, "c": {"d": 3}}], "z": {"y": [{"x": 1}]}},
    ],
)
def test_settings_are_what_they_were(table: dict[str, Any]) -> None:
    import tomllib

    assert tomllib.loads(toml.dumped(table)) == table


def test_settings_that_cannot_be_written_are_refused() -> None:
    import datetime

    with pytest.raises((AuthorFault, TypeError)):
        toml.dumped({"a": datetime.date(2026, 1, 1)})


def test_gradescope_s_zip_has_its_scripts_at_the_root(course: Course) -> None:
    tree = autograder(course, course.exercises)
    assert tree["setup.sh"].executable
    assert tree["run_autograder"].executable
    assert CANARY in tree["course/exercises/ch01_first/slope/checks.py"].content
    assert not [path for path in tree if "/.git" in path or path.endswith(".pyc") or ".mutants" in path]
    assert json.loads(tree["task.json"].content)["targets"] == ["ch01_first/slope", "ch02_second/twice"]


def test_a_later_exercise_alone_brings_what_it_builds_on(course: Course) -> None:
    tree = autograder(course, course.exercises[1:])
    assert "course/solutions/ch01_first/slope/slope.py" in tree
    assert json.loads(tree["task.json"].content)["targets"] == ["ch02_second/twice"]


def test_a_question_shows_nothing_hidden(course: Course, tmp_path: Path) -> None:
    """Beside the folder ``tests`` and serverFilesCourse, which PrairieLearn shows to nobody."""
    tree = questions(course, course.exercises, "school/grader:1")
    shown = {p: f for p, f in tree.items() if p.startswith("questions/") and "/tests/" not in p}
    write_folder(shown, tmp_path / "shown")
    assert canaries(tmp_path / "shown") == set()
    info = json.loads(tree["questions/torchgrade/ch01_first/slope/info.json"].content)
    options = info["externalGradingOptions"]
    assert options["image"] == "school/grader:1"
    assert 30 <= options["timeout"] <= 600
    assert options["enableNetworking"] is False
    again = json.loads(
        questions(course, course.exercises, "x")["questions/torchgrade/ch01_first/slope/info.json"].content
    )
    assert again["uuid"] == info["uuid"]


def test_a_statement_s_braces_are_no_mustache(course: Course) -> None:
    page = questions(course, course.exercises, "x")[
        "questions/torchgrade/ch01_first/slope/question.html"
    ].content.decode()
    assert page.startswith("{{=<%mustache mustache%>=}}\n")
    assert "`{{2x}}`" in page


def test_a_students_repository_holds_no_canary(course: Course, tmp_path: Path) -> None:
    tree = repositories(course, course.exercises)
    student = {path.removeprefix("student/"): file for path, file in tree.items() if path.startswith("student/")}
    write_folder(student, tmp_path / "student")
    assert canaries(tmp_path / "student") == set()
    assert "ch01_first/slope.py" in student
    assert not [path for path in student if path.startswith("solutions")]


def test_workflows_and_the_action_fit_github_s_schemas(course: Course, tmp_path: Path) -> None:
    """As SchemaStore publishes them."""
    write_folder(repositories(course, course.exercises), tmp_path / "out")
    workflows = sorted(tmp_path.glob("out/*/.github/workflows/*.yml"))
    assert len(workflows) == 2
    for schema, files in (("actions", [tmp_path / "out/grading/action.yml"]), ("workflows", workflows)):
        check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.github-{schema}"]
        done = subprocess.run([*check, *map(str, files)], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("path", ["student/.github/workflows/visible.yml", "grading/.github/workflows/grade.yml"])
def test_workflows_need_no_action_but_github_s_own(course: Course, path: str) -> None:
    """No action but GitHub's own, on a Python that the pinned versions were installed on."""
    steps = yaml.safe_load(repositories(course, course.exercises)[path].content)["jobs"]["grade"]["steps"]
    assert all(step["uses"].startswith("actions/") for step in steps if "uses" in step)
    (python,) = [step["with"]["python-version"] for step in steps if "python-version" in step.get("with", {})]
    assert python == f"{sys.version_info[0]}.{sys.version_info[1]}"


def test_an_export_speaks_the_language_in_which_it_was_made(course: Course) -> None:
    with speaking("zh"):
        question = questions(course, course.exercises, "x")
        student = repositories(course, course.exercises)
    here = "questions/torchgrade/ch01_first/slope"
    assert json.loads(question[f"{here}/info.json"].content)["title"] == "斜率"
    assert "# 斜率" in question[f"{here}/question.html"].content.decode()
    assert json.loads(question[f"{here}/tests/task.json"].content)["language"] == "zh"
    assert "把答案写进 `ch01_first`，`ch02_second`" in student["student/README.md"].content.decode()


def test_workflows_are_workflows(course: Course) -> None:
    tree = repositories(course, course.exercises)
    for path in ("student/.github/workflows/visible.yml", "grading/.github/workflows/grade.yml"):
        content = yaml.safe_load(tree[path].content)
        assert content["permissions"]["contents"] == "read"
        for step in content["jobs"]["grade"]["steps"]:
            assert ("run" in step) != ("uses" in step)
            script = step.get("run", "").removeprefix("bash ")
            assert not script or f"{path.partition('/')[0]}/{script}" in tree
            assert "${{" not in step.get("run", ""), "an expression in a script can be a student's text"


def _scripts(course: Course) -> dict[str, File]:
    trees = (
        autograder(course, course.exercises),
        questions(course, course.exercises, "x"),
        repositories(course, course.exercises),
    )
    return {
        path: file for tree in trees for path, file in tree.items() if file.content.startswith(b"#!/usr/bin/env bash")
    }


def test_scripts_are_bash(course: Course, tmp_path: Path) -> None:
    scripts = _scripts(course)
    assert len(scripts) >= 9
    for file in scripts.values():
        (tmp_path / "script").write_bytes(file.content)
        subprocess.run(["bash", "-n", str(tmp_path / "script")], check=True, capture_output=True)


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck is not installed")
def test_scripts_please_shellcheck(course: Course, tmp_path: Path) -> None:
    for path, file in _scripts(course).items():
        (tmp_path / "script").write_bytes(file.content)
        done = subprocess.run(["shellcheck", str(tmp_path / "script")], capture_output=True, text=True)
        assert done.returncode == 0, f"{path}: {done.stdout}"


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_fetch_takes_files_and_runs_nothing(course: Course, tmp_path: Path) -> None:
    """From repositories of students, one of which is not there and one of which holds a link and a submodule."""

    def git(*words: str, folder: Path) -> None:
        options = ["-c", "user.name=x", "-c", "user.email=x@y", "-c", "init.defaultBranch=main"]
        subprocess.run(["git", *options, *words], cwd=folder, check=True, capture_output=True)

    theirs = tmp_path / "theirs"
    theirs.mkdir()
    (theirs / "slope.py").write_text("x = 1\n")
    (theirs / "link.py").symlink_to("/etc/passwd")
    (theirs / ".gitmodules").write_text('[submodule "x"]\n\tpath = x\n\turl = ext::sh -c touch% hacked\n')
    git("init", folder=theirs)
    git("add", ".", folder=theirs)
    git("commit", "-m", "x", folder=theirs)
    tree = repositories(course, course.exercises)
    here = tmp_path / "grading"
    write_folder({"fetch.sh": tree["grading/fetch.sh"]}, here)
    lines = ["# NAME ADDRESS", f"gone {tmp_path}/nothing", f"../evil {theirs}", f".hidden {theirs}", f"ada {theirs}"]
    (here / "repositories.txt").write_bytes("\r\n".join(lines).encode())  # as an editor of Windows leaves it
    done = subprocess.run(["bash", "fetch.sh"], cwd=here, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    said = [command.message for command in commands(done.stderr)]
    wrong = [f"fetch: {name} is no name for a folder" for name in ("../evil", ".hidden")]
    assert said == ["fetch: gone could not be fetched", *wrong]
    assert sorted(path.name for path in (here / "submissions").iterdir()) == ["ada"]
    assert (here / "submissions/ada/slope.py").read_text() == "x = 1\n"
    assert not (here / "submissions/ada/link.py").is_symlink()
    assert not (tmp_path / "evil").exists()


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_the_token_goes_to_github_alone(course: Course, tmp_path: Path) -> None:
    """Students name the addresses: git is asked which headers it would send to them."""
    tree = repositories(course, course.exercises)
    write_folder({"fetch.sh": tree["grading/fetch.sh"]}, tmp_path / "grading")
    (tmp_path / "grading/repositories.txt").write_text("ada https://github.com/a/b.git\n")
    (tmp_path / "bin").mkdir()
    asking = """#!/usr/bin/env bash
options=()
while [ "$1" = -c ]; do options+=("$1" "$2"); shift 2; done
for address in https://github.com/a/b.git https://github.com.evil.example/a https://evil.example/a; do
    /usr/bin/env -S PATH="$REAL" git "${options[@]}" config --get-urlmatch http.extraHeader "$address" >>"$ASKED"
    echo "$address" >>"$ASKED"
done
"""
    (tmp_path / "bin/git").write_text(asking)
    (tmp_path / "bin/git").chmod(0o755)
    path = os.environ["PATH"]
    environment = {
        "PATH": f"{tmp_path}/bin:{path}",
        "REAL": path,
        "ASKED": str(tmp_path / "asked"),
        "STUDENTS_TOKEN": "t",
    }
    subprocess.run(["bash", "fetch.sh"], cwd=tmp_path / "grading", env=environment, check=True, capture_output=True)
    header = f"Authorization: Basic {base64.b64encode(b'x-access-token:t').decode()}"
    assert (tmp_path / "asked").read_text().splitlines() == [
        header, "https://github.com/a/b.git", "https://github.com.evil.example/a", "https://evil.example/a"
    ]  # fmt: skip
