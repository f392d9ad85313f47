"""The image of each platform, built by what the export itself brings, and the runs of its containers."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cached_property
from typing import Any

import yaml

from grader.course import Course
from grader.release.github import repositories
from grader.release.gradescope import autograder
from grader.release.prairielearn import ENTRYPOINT, questions
from grader.release.tree import Tree, below, text
from tests.release.handover import HANGING, HOSTILE, RIGHT, TWICE, WRONG
from tests.support.platforms import BASE, DEPENDENCIES, Ended, Platform, mapped

RESULTS = "/autograder/results/results.json"
PL_RESULTS = "/grade/results/results.json"
WORK = "/home/runner/work"
ACTION = f"{WORK}/_actions/school/grading/main"
REPOSITORY = f"{WORK}/assignment/assignment"
TEMP = f"{WORK}/_temp"

# What Gradescope does with an autograder zip.
_GRADESCOPE = f"""
FROM {BASE}
COPY source /autograder/source
RUN cd /autograder && ./source/setup.sh && cp source/run_autograder . && mkdir -p submission results
"""
_GITHUB = f"""
FROM {BASE}
COPY grading {ACTION}
COPY student {REPOSITORY}
ENV RUNNER_TEMP={TEMP} GITHUB_WORKSPACE={REPOSITORY} GITHUB_OUTPUT={TEMP}/output GITHUB_ACTION_PATH={ACTION}
RUN mkdir -p {TEMP} && {{install}} && echo {DEPENDENCIES} >$(echo {TEMP}/torchgrade/lib/python3*/site-packages)/deps.pth
"""


class Runs:
    """Every run of every platform, started at once and a few at a time; a test waits for its own."""

    def __init__(self, platform: Platform, course: Course) -> None:
        self.platform = platform
        self.course = course
        self._workers = ThreadPoolExecutor(2, "platform run")
        self._images = ThreadPoolExecutor(1, "platform image")
        self.gradescope_image = self._images.submit(self._build_gradescope)
        self.prairielearn_image = self._images.submit(self._build_prairielearn)
        self.github_image = self._images.submit(self._build_github)
        self._runs: dict[str, Future[Ended]] = {
            "gradescope right": self._gradescope({"slope.py": RIGHT, "twice.py": TWICE}),
            "gradescope wrong": self._gradescope({"ch01_first/slope.py": WRONG, "ch02_second/twice.py": TWICE}),
            "gradescope hostile": self._gradescope({"slope.py": HOSTILE}),
            "gradescope killed": self._start(self._killed, self.gradescope_image),
            "prairielearn right": self._prairielearn({"slope.py": RIGHT}),
            "prairielearn hanging": self._prairielearn({"slope.py": HANGING}),
            "prairielearn hostile": self._prairielearn({"slope.py": HOSTILE}),
            "github classroom": self._start(self._classroom, self.github_image),
            "github class": self._start(self._class, self.github_image),
        }

    def ended(self, name: str) -> Ended:
        return self._runs[name].result()

    def close(self) -> None:
        for pool in (self._workers, self._images):
            pool.shutdown(wait=True, cancel_futures=True)

    def _start(self, work: Callable[[str], Ended], image: "Future[str]") -> "Future[Ended]":
        return self._workers.submit(lambda: work(image.result()))

    # Gradescope

    def _build_gradescope(self) -> str:
        context = below("source", autograder(self.course, self.course.exercises))
        return self.platform.build("torchgrade/platform-test:gradescope", {"Dockerfile": text(_GRADESCOPE), **context})

    def _gradescope(self, submission: dict[str, str]) -> "Future[Ended]":
        files = {**mapped(submission, "autograder/submission"), "autograder/submission_metadata.json": text("{}")}
        command = ["/autograder/run_autograder"]
        return self._start(
            lambda image: self.platform.run(image, files, command, [RESULTS, "/apt.log"]), self.gradescope_image
        )

    def _killed(self, image: str) -> Ended:
        files = mapped({"slope.py": HANGING}, "autograder/submission")
        return self.platform.run_until(image, files, ["/autograder/run_autograder"], RESULTS)

    # PrairieLearn

    @cached_property
    def questions(self) -> Tree:
        return questions(self.course, self.course.exercises, "torchgrade/platform-test:prairielearn")

    def _build_prairielearn(self) -> str:
        context = {
            path.removeprefix("image/"): file for path, file in self.questions.items() if path.startswith("image/")
        }
        return self.platform.build("torchgrade/platform-test:prairielearn", context, BASE=BASE)

    def _prairielearn(self, submission: dict[str, str]) -> "Future[Ended]":
        question = "questions/torchgrade/ch01_first/slope/"
        files = {
            **mapped(submission, "grade/student"),
            "grade/data/data.json": text('{"submitted_answers": {"_files": []}, "params": {}}'),
            **{f"grade/{p.removeprefix(question)}": f for p, f in self.questions.items() if p.startswith(question)},
            **{f"grade/{p}": file for p, file in self.questions.items() if p.startswith("serverFilesCourse/")},
        }
        return self._start(
            lambda image: self.platform.run(image, files, [ENTRYPOINT], [PL_RESULTS]), self.prairielearn_image
        )

    # GitHub

    @cached_property
    def repositories(self) -> Tree:
        return repositories(self.course, self.course.exercises)

    def step(self, file: str, name: str) -> str:
        """What a workflow or action runs in the step of this name."""
        content: Any = yaml.safe_load(self.repositories[file].content)
        steps = content["runs"]["steps"] if "runs" in content else content["jobs"]["grade"]["steps"]
        found: str = next(step["run"] for step in steps if step.get("name") == name)
        return found

    def _build_github(self) -> str:
        recipe = _GITHUB.replace("{install}", self.step("grading/action.yml", "Install"))
        return self.platform.build("torchgrade/platform-test:github", {"Dockerfile": text(recipe), **self.repositories})

    def _classroom(self, image: str) -> Ended:
        """A student's repository, as the workflow in it grades it."""
        work = mapped({"ch01_first/slope.py": RIGHT, "ch02_second/twice.py": TWICE}, REPOSITORY.lstrip("/"))
        command = _bash(self.step("student/.github/workflows/visible.yml", "Grade"))
        return self.platform.run(image, work, command, [f"{TEMP}/output"], working_dir=REPOSITORY)

    def _class(self, image: str) -> Ended:
        """The private repository, over what its step before has fetched: a hostile one first."""
        names = {"a-hostile": HOSTILE, "b-right": RIGHT, "c-hanging": HANGING}
        work = {f"submissions/{name}/ch01_first/slope.py": content for name, content in names.items()}
        wanted = [f"{ACTION}/results/{name}.{kind}" for name in names for kind in ("output", "json", "html")]
        command = _bash(self.step("grading/.github/workflows/grade.yml", "Grade"))
        return self.platform.run(image, mapped(work, ACTION.lstrip("/")), command, wanted, working_dir=ACTION)


def _bash(script: str) -> Sequence[str]:
    """As a runner runs a step."""
    return ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
