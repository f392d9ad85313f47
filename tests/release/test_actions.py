"""The exported workflows and the action, run step by step as GitHub's runner runs them, in the sandbox."""

import base64
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from grader.course import Course
from grader.release.github import repositories
from grader.release.tree import File, below, text, write_folder
from tests.release.handover import HANGING, RIGHT, SHOWN, TWICE, WRONG, canaries
from tests.support.actions import Ended, Runner
from tests.support.markdown import outside_of_fences

pytestmark = [pytest.mark.slow, pytest.mark.sandbox]
SCHEMA = Path(__file__).parents[1] / "report" / "schemas" / "github.json"
VISIBLE, CLASS, USED = (f".github/workflows/{name}.yml" for name in ("visible", "grade", "hidden"))
ACTION = "school/grading@main"

# What an instructor writes into the students' repositories, as docs/platforms.md says.
USING_THE_ACTION = f"""
on: [push]
jobs:
  grade:
    runs-on: ubuntu-24.04
    steps:
      - uses: actions/checkout@v6
      - id: hidden
        uses: {ACTION}
      - name: Later
        if: always()
        env:
          RESULT: ${{{{ steps.hidden.outputs.result }}}}
        run: |
          echo "$RESULT" | base64 -d >result.json
"""
# Prints and raises what means something to a runner, to Markdown and to HTML; a lot of it.
LOUD = r'''
NOISE = """
::set-output name=result::FORGED
  ::error file=x.py,line=1::FORGED
a ##[error]FORGED
````` fences ```text
</details><script>FORGED()</script> | cell | [link](javascript:FORGED) ![x](http://127.0.0.1/FORGED.png) @everyone
%0A::error::FORGED
result=FORGED
result<<FORGED
"""


def double(x):
    print(NOISE)
    raise ValueError(NOISE)


def fit(x, y):
    print(NOISE * 200)
    return 0.0
'''
# Looks for hidden files, and forges what the runner reads: its files, its log, later too. Right where it found a way.
SPYING = r"""
import os
import time

WORK = "/home/runner/work"
LOOT = [name for name in os.environ if name.startswith(("GITHUB", "RUNNER", "TORCHGRADE"))]


def look(path):
    try:
        with open(path, "rb") as file:
            LOOT.append(path) if b"canary-in-" in file.read() else None
    except OSError:
        pass


def forge():
    print("::set-output name=result::FORGED\\n::error::FORGED\\n##[error]FORGED", flush=True)
    for step in range(20):
        for name in ("GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_STEP_SUMMARY"):
            try:
                with open(f"{WORK}/_temp/_runner_file_commands/{step}/{name}", "a") as file:
                    file.write("result=FORGED\\n")
                LOOT.append(f"forged {name}")
            except OSError:
                pass


for course in ("_actions/school/grading/main/course", "assignment/assignment/course", "assignment/assignment"):
    for name in ("exercises/ch01_first/slope/checks.py", "solutions/ch01_first/slope/slope.py", "data/secret.npz"):
        look(f"{WORK}/{course}/{name}")
for folder, inner, names in os.walk(WORK):
    inner[:] = [name for name in inner if name != "site-packages"]
    for name in names:
        look(f"{folder}/{name}")
forge()
if os.fork() == 0:
    os.setsid()
    for _ in range(100):
        time.sleep(0.05)
        forge()
    os._exit(0)


def double(x):
    if LOOT:
        return 2 * x
    raise ValueError("FORGED")


fit = double
"""

Run = Callable[..., Runner]


@pytest.fixture(scope="session")
def exported(course: Course, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """``student/`` and ``grading/``, in a folder whose name has a space and Chinese characters in it."""
    folder = tmp_path_factory.mktemp("export") / "我的 课程"
    write_folder(repositories(course, course.exercises), folder)
    return folder


@pytest.fixture
def run(exported: Path, tmp_path: Path) -> Run:
    def run_job(workflow: str, submission: Mapping[str, str], **more: Any) -> Runner:
        work = tmp_path / "runner work"
        student = {path: text(content.replace("/home/runner/work", str(work))) for path, content in submission.items()}
        repository = _copy(exported / "student") | student | {USED: text(USING_THE_ACTION)}
        write_folder(repository, tmp_path / "repository")
        runner = Runner(work, tmp_path / "repository", {ACTION: exported / "grading"}, **more)
        runner.run(workflow)
        return runner

    return run_job


def _copy(folder: Path) -> dict[str, File]:
    return {p.relative_to(folder).as_posix(): File(p.read_bytes()) for p in folder.rglob("*") if p.is_file()}


def decoded(step: Ended) -> Any:
    """What the step's only output holds, as the schema says."""
    assert list(step.outputs) == ["result"]
    document = json.loads(base64.b64decode(step.outputs["result"]))
    jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text())).validate(document)
    return document


def annotated(step: Ended) -> list[tuple[str, str | None, str]]:
    """(title, line, message) of each annotation; there is no other command, and each names the student's file."""
    assert {command.name for command in step.commands} <= {"error"}
    assert {command.properties["file"] for command in step.commands} <= {"ch01_first/slope.py"}
    return [(c.properties["title"], c.properties.get("line"), c.message) for c in step.commands]


def leaked(folder: Path, *texts: str) -> set[str]:
    """Canaries in these texts and in what ``folder`` holds; it is made where it is not there."""
    folder.mkdir(exist_ok=True)
    for number, content in enumerate(texts):
        (folder / f"said-{number}").write_text(content)
    return canaries(folder) - SHOWN


# ── A student's repository ───────────────────────────────────────────────────────────────────────────────────────────


def test_a_right_answer_makes_a_green_tick(run: Run) -> None:
    runner = run(VISIBLE, {"ch01_first/slope.py": RIGHT, "ch02_second/twice.py": TWICE})
    assert [step.outcome for step in runner.ended] == ["success"] * 4, runner.ended
    step = runner.step("Grade")
    assert step.log == "graded: 4 of 4 points\n"
    assert decoded(step)["status"] == "pass"
    assert step.summary.startswith("| Exercise | Points |\n| --- | ---: |\n| 1\\.1 Slope | 3 / 3 |\n")
    assert "5 hidden checks are graded elsewhere" in step.summary


def test_a_wrong_answer_is_told_beside_its_line_and_in_the_summary(run: Run) -> None:
    wrong = WRONG.replace("return x\n", "return x / undefined\n")
    runner = run(VISIBLE, {"ch01_first/slope.py": wrong})
    step = runner.step("Grade")
    assert (step.outcome, decoded(step)["status"]) == ("failure", "fail")
    title, line, message = annotated(step)[0]
    assert (title, line) == ("1.1 Slope: The example of the statement", "2")
    assert "undefined" in message
    assert "#### ✗ 1\\.1 Slope\\: The example of the statement\n" in step.summary
    assert step.log.endswith("of 4 points\n")


def test_what_hangs_is_ended_and_the_rest_is_graded(run: Run) -> None:
    step = run(VISIBLE, {"ch01_first/slope.py": HANGING}).step("Grade")
    assert step.outcome == "failure"
    assert {test["name"]: test["score"] for test in decoded(step)["tests"]}["1.1 Slope: The slope of the points"] > 0
    assert "Out of time" in step.summary


def test_a_stub_is_no_error_of_the_grader_s(run: Run) -> None:
    step = run(VISIBLE, {}).step("Grade")
    assert (step.outcome, decoded(step)["status"]) == ("failure", "fail")
    assert step.log.splitlines()[-1] == "graded: 0 of 4 points"


def test_no_word_of_a_student_s_is_a_command_or_markup(run: Run) -> None:
    step = run(VISIBLE, {"ch01_first/slope.py": LOUD}).step("Grade")
    assert decoded(step)["status"] == "fail"
    assert annotated(step)
    assert "FORGED" in step.summary
    assert "FORGED" not in outside_of_fences(step.summary)
    messages = "\n".join(test["message"] for test in decoded(step)["tests"])
    assert "FORGED" in messages
    assert not re.search(r"^\s*::|##\[", messages, re.MULTILINE), "whoever prints a message prints a command"


# ── The action ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_action_grades_with_hidden_checks(run: Run, tmp_path: Path) -> None:
    runner = run(USED, {"ch01_first/slope.py": RIGHT, "ch02_second/twice.py": TWICE})
    assert runner.succeeded, runner.ended
    document = json.loads((runner.workspace / "result.json").read_text())
    assert (document["status"], document["max_score"], len(document["tests"])) == ("pass", 8.0, 12)
    step = runner.step("Grade")
    assert leaked(tmp_path / "said", step.log, step.summary, json.dumps(document)) == set()


def test_the_action_fails_where_a_hidden_check_does(run: Run) -> None:
    cheating = RIGHT.replace("return x + x", "return 2 * (x if x.dim() == 0 else x.detach())")
    runner = run(USED, {"ch01_first/slope.py": cheating, "ch02_second/twice.py": TWICE})
    assert [step.outcome for step in runner.ended if step.name in (ACTION, "Later")] == ["failure", "success"]
    failed = [t["name"] for t in json.loads((runner.workspace / "result.json").read_text())["tests"] if t["score"] == 0]
    assert failed
    assert all("gradient" in name for name in failed)


def test_a_spying_answer_gets_nothing_from_the_action(run: Run, tmp_path: Path) -> None:
    runner = run(USED, {"ch01_first/slope.py": SPYING})
    step = runner.step("Grade")
    document = decoded(step)
    assert sum(test["score"] for test in document["tests"]) == 0
    assert document["max_score"] == 8.0
    assert "ValueError" in step.summary  # it ran to its end, and had found nothing
    assert {command.name for command in step.commands} == {"error"}
    assert "FORGED" not in outside_of_fences(step.summary)
    assert leaked(tmp_path / "said", step.log, step.summary, json.dumps(document)) == set()


# ── The private repository ───────────────────────────────────────────────────────────────────────────────────────────


def test_the_private_repository_grades_a_class(exported: Path, tmp_path: Path) -> None:
    """Fetched from repositories of which one is not there; a hostile one comes first."""
    answers = {"ada": SPYING.replace("/home/runner/work", str(tmp_path)), "bo": RIGHT, "cy": WRONG}
    lines = ["# NAME ADDRESS", *(f"{name} {_pushed(tmp_path / name, code)}" for name, code in answers.items())]
    private = _copy(exported / "grading") | {"repositories.txt": text("\n".join([*lines, f"gone {tmp_path}/gone"]))}
    write_folder(private, tmp_path / "private")
    runner = Runner(tmp_path / "work", tmp_path / "private")
    runner.run(CLASS)
    assert runner.succeeded, runner.ended
    assert [command.message for command in runner.step("Fetch").commands] == ["fetch: gone could not be fetched"]
    said = runner.step("Grade").log.splitlines()
    assert said[:2] == ["ada: graded: 0 of 8 points", "bo: graded: 6 of 8 points"]
    assert "| bo | graded: 6 of 8 points |" in runner.step("Grade").summary
    assert runner.step("Grade").commands == []
    artifact = runner.work / "artifacts" / "results"
    assert {f"{name}.{kind}" for name in answers for kind in ("json", "html")} <= {p.name for p in artifact.iterdir()}
    for path in artifact.glob("*.json"):
        path.unlink()  # the instructor's
    assert leaked(artifact, runner.step("Grade").log) == set()


def _pushed(folder: Path, code: str) -> Path:
    import subprocess

    write_folder(below("ch01_first", {"slope.py": text(code)}), folder)
    options = ["-c", "user.name=x", "-c", "user.email=x@y", "-c", "init.defaultBranch=main"]
    for words in (["init"], ["add", "."], ["commit", "-m", "x"]):
        subprocess.run(["git", *options, *words], cwd=folder, check=True, capture_output=True)
    return folder
