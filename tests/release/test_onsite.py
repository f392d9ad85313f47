"""Each export in the folder layout of its platform, in a container as the platform starts one: root, no network."""

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from grader.course import Course
from tests.release.handover import SHOWN, canaries
from tests.release.images import ACTION, PL_RESULTS, RESULTS, TEMP, Runs
from tests.support.docker_engine import BUILDING_SECONDS, running_engine
from tests.support.platforms import Ended, Platform

pytestmark = [pytest.mark.slow, pytest.mark.sandbox, pytest.mark.timeout(BUILDING_SECONDS)]
SCHEMAS = Path(__file__).parents[1] / "report" / "schemas"


@pytest.fixture(scope="module")
def runs(course: Course) -> Iterator[Runs]:
    with running_engine() as engine:
        platform = Platform(engine)
        started = Runs(platform, course)
        try:
            yield started
        finally:
            started.close()
            platform.close()


def valid(schema: str, content: bytes) -> Any:
    document = json.loads(content)
    jsonschema.Draft202012Validator(json.loads((SCHEMAS / f"{schema}.json").read_text())).validate(document)
    return document


def results(ended: Ended, schema: str, path: str) -> Any:
    assert path in ended.files, f"no results; the container said: {ended.said[-2000:]}"
    return valid(schema, ended.files[path])


def leaked(ended: Ended, folder: Path) -> set[str]:
    """Canaries in what came out: results and log."""
    for number, content in enumerate((*ended.files.values(), ended.said.encode())):
        (folder / str(number)).write_bytes(content)
    return canaries(folder) - SHOWN


def output_of(document: Any, name: str) -> str:
    said: str = next(test["output"] for test in document["tests"] if test["name"] == name)
    return said


def points(document: Any) -> list[float]:
    return [test["score"] for test in document["tests"]]


# ── Gradescope ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_gradescope_gives_a_right_answer_all_points(runs: Runs, tmp_path: Path) -> None:
    ended = runs.ended("gradescope right")
    document = results(ended, "gradescope", RESULTS)
    assert document["score"] == 8.0 == pytest.approx(sum(points(document)))
    assert {test["status"] for test in document["tests"]} == {"passed"}
    assert len(document["tests"]) == 12
    assert document["extra_data"]["sandbox"] == "uid, reduced"
    assert (ended.status, leaked(ended, tmp_path)) == (0, set())


def test_gradescope_setup_asks_for_what_it_needs(runs: Runs) -> None:
    asked = runs.ended("gradescope right").files["/apt.log"].decode().splitlines()
    assert asked[0] == "update"
    assert "install -y --no-install-recommends libseccomp2" in asked


def test_gradescope_gives_a_wrong_answer_what_it_earned(runs: Runs, tmp_path: Path) -> None:
    """The second exercise is right, with the reference of the first in place of what failed."""
    ended = runs.ended("gradescope wrong")
    document = results(ended, "gradescope", RESULTS)
    status = {test["name"]: test["status"] for test in document["tests"]}
    assert status["1.1 Slope: The example of the statement"] == "failed"
    assert status["1.1 Slope: The slope of the points"] == "passed"
    assert status["2.1 Twice: Another number"] == "passed"
    assert document["score"] == 5.0  # a gradient of 1 is right for its own values
    example = output_of(document, "1.1 Slope: The example of the statement")
    assert "A known mix-up: This is x and not twice x." in example
    assert leaked(ended, tmp_path) == set()


def test_gradescope_gives_a_hostile_answer_nothing(runs: Runs, tmp_path: Path) -> None:
    ended = runs.ended("gradescope hostile")
    document = results(ended, "gradescope", RESULTS)
    assert document["score"] == 0.0 == sum(points(document))
    assert len(document["tests"]) == 12
    assert document["output"].startswith("0 of 7 visible checks passed; 0 of 5 hidden checks passed")
    example = output_of(document, "1.1 Slope: The example of the statement")
    assert "ValueError" in example  # it ran to its end, and had found nothing
    assert (ended.status, leaked(ended, tmp_path)) == (0, set())


def test_gradescope_keeps_what_was_known_when_the_time_ran_out(runs: Runs) -> None:
    ended = runs.ended("gradescope killed")
    document = results(ended, "gradescope", RESULTS)
    assert ended.status == 137
    assert document["output"].startswith("grading was cut off after")
    assert 1 <= len(document["tests"]) < 12
    assert document["score"] == sum(points(document))


# ── PrairieLearn ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_prairielearn_gives_a_right_answer_all(runs: Runs, tmp_path: Path) -> None:
    ended = runs.ended("prairielearn right")
    document = results(ended, "prairielearn", PL_RESULTS)
    assert (document["gradable"], document["score"], len(document["tests"])) == (True, 1.0, 10)
    assert leaked(ended, tmp_path) == set()


def test_prairielearn_ends_what_hangs_and_grades_the_rest(runs: Runs) -> None:
    document = results(runs.ended("prairielearn hanging"), "prairielearn", PL_RESULTS)
    got = {test["name"]: test["points"] for test in document["tests"]}
    assert got["1.1 Slope: The slope of the points"] > 0
    assert got["1.1 Slope: The example of the statement"] == 0
    assert 0 < document["score"] < 1
    output = {test["name"]: test["output"] for test in document["tests"]}
    assert "Out of time" in output["1.1 Slope: The example of the statement"]


def test_prairielearn_gives_a_hostile_answer_nothing(runs: Runs, tmp_path: Path) -> None:
    ended = runs.ended("prairielearn hostile")
    document = results(ended, "prairielearn", PL_RESULTS)
    assert (document["gradable"], document["score"], len(document["tests"])) == (True, 0.0, 10)
    assert "ValueError" in output_of(document, "1.1 Slope: The example of the statement")
    assert leaked(ended, tmp_path) == set()


# ── GitHub ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def decoded(output: bytes) -> Any:
    """The last line that the step wrote; it is the only one."""
    line = output.decode().removesuffix("\n")
    assert line.startswith("result=")
    assert "\n" not in line
    return valid("github", base64.b64decode(line.removeprefix("result=")))


def test_a_students_repository_grades_itself_with_visible_checks(runs: Runs, tmp_path: Path) -> None:
    ended = runs.ended("github classroom")
    assert f"{TEMP}/output" in ended.files, ended.said
    document = decoded(ended.files[f"{TEMP}/output"])
    assert document["status"] == "pass"
    assert len(document["tests"]) == 7
    assert ended.said.strip() == "graded: 4 of 4 points"
    assert leaked(ended, tmp_path) == set()


def test_the_private_repository_grades_each_student(runs: Runs) -> None:
    ended = runs.ended("github class")
    results = {}
    for name in ("a-hostile", "b-right", "c-hanging"):
        assert f"{ACTION}/results/{name}.output" in ended.files, ended.said
        results[name] = decoded(ended.files[f"{ACTION}/results/{name}.output"])
    got = {name: sum(test["score"] for test in document["tests"]) for name, document in results.items()}
    assert (got["a-hostile"], got["b-right"]) == (0.0, 6.0)
    assert 0 < got["c-hanging"] < 6


def test_nothing_hidden_and_no_command_comes_out_of_the_private_repository(runs: Runs, tmp_path: Path) -> None:
    """The instructor's report may hold anything; the page for the student and the log may not."""
    ended = runs.ended("github class")
    assert f"{ACTION}/results/a-hostile.json" in ended.files
    shown = {path: content for path, content in ended.files.items() if not path.endswith(".json")}
    assert leaked(Ended(0, ended.said, shown, 0), tmp_path) == set()
    assert "::" not in ended.said
    assert ended.said.splitlines()[0] == "a-hostile: graded: 0 of 8 points"
