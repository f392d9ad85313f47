"""A workflow's job and composite actions, step by step, as GitHub's runner runs them, for what the exports use of both.

Scripts run for real. ``actions/checkout``, ``setup-python`` and ``upload-artifact`` have stand-ins: a copy of a folder,
the interpreter at hand, a copy of what is uploaded. A key or an expression that is not known here is refused, so that
nothing is passed over in silence.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from tests.support.runner_files import MOST_OF_A_SUMMARY, BadWorkflow, Command, assignments, commands, filled, holds

_STEP_KEYS = {"id", "name", "if", "run", "uses", "with", "env", "shell", "working-directory"}
_JOB_KEYS = {"runs-on", "timeout-minutes", "steps"}
_SHELLS = {None: ("bash", "-e"), "bash": ("bash", "--noprofile", "--norc", "-eo", "pipefail")}
_SECONDS = 280.0
# setup-python's interpreter. What pip would fetch is linked into an environment that it makes, from that of the tests.
_PYTHON = """#!/usr/bin/env bash
set -e
{python} "$@"
[ "$1 $2" = "-m venv" ] || exit 0
site=$(echo "$3"/lib/python3*/site-packages)
for each in {packages}/*; do
    case ${{each##*/}} in grader | torchgrade* | *.pth | __pycache__) continue ;; esac # pip puts these there
    [ -e "$site/${{each##*/}}" ] || ln -s "$each" "$site"
done
"""


@dataclass(slots=True)
class Ended:
    """How a step ended, and what it left."""

    name: str
    outcome: str = "skipped"  # or "success", "failure"
    log: str = ""
    outputs: dict[str, str] = field(default_factory=dict)
    summary: str = ""

    @property
    def commands(self) -> list[Command]:
        return commands(self.log)


@dataclass(slots=True)
class Runner:
    """A machine for one job: ``work`` is new and empty, ``actions`` are folders by what ``uses`` calls them."""

    work: Path
    repository: Path
    actions: Mapping[str, Path] = field(default_factory=dict)
    secrets: Mapping[str, str] = field(default_factory=dict)
    ended: list[Ended] = field(default_factory=list)
    _environment: dict[str, str] = field(default_factory=dict)

    def run(self, workflow: str) -> list[Ended]:
        """The only job of a workflow of the repository; every step that ran or was skipped, those of actions too."""
        content = yaml.safe_load((self.repository / workflow).read_text(encoding="utf-8"))
        (job,) = content["jobs"].values()
        _refuse_unknown(job, _JOB_KEYS)
        for folder in (self.workspace, self.temp):
            folder.mkdir(parents=True)
        self._environment = {
            "PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/root"), "LANG": "C.UTF-8", "CI": "true",
            "PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1",  # nothing is fetched
            "GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": str(self.workspace), "RUNNER_TEMP": str(self.temp),
        }  # fmt: skip
        self._steps(job["steps"], {"secrets": self.secrets}, {}, self.workspace)
        return self.ended

    def step(self, name: str) -> Ended:
        """The step of that name."""
        return next(each for each in self.ended if each.name == name)

    @property
    def workspace(self) -> Path:
        return self.work / "assignment" / "assignment"

    @property
    def temp(self) -> Path:
        return self.work / "_temp"

    @property
    def succeeded(self) -> bool:
        return all(each.outcome != "failure" for each in self.ended)

    def _steps(
        self, steps: list[dict[str, Any]], contexts: dict[str, Any], environment: dict[str, str], folder: Path
    ) -> dict[str, Any]:
        """Run steps one after another; their ``steps`` context."""
        known: dict[str, Any] = {}
        for step in steps:
            _refuse_unknown(step, _STEP_KEYS)
            whole = {**contexts, "steps": known, "functions": self._functions()}
            ended = Ended(str(step.get("name") or step.get("uses") or step["run"]))
            if holds(step.get("if"), whole):
                step = _filled_in(step, whole)
                own = {**environment, **step.get("env", {})}
                self._uses(step, ended, own) if "uses" in step else self._script(step, ended, own, folder)
            self.ended.append(ended)
            if "id" in step:
                known[step["id"]] = {"outputs": ended.outputs, "outcome": ended.outcome}
        return known

    def _functions(self) -> dict[str, bool]:
        return {"always()": True, "success()": self.succeeded, "failure()": not self.succeeded}

    def _script(self, step: dict[str, Any], ended: Ended, environment: dict[str, str], folder: Path) -> None:
        files = self.temp / "_runner_file_commands" / str(len(self.ended))
        names = {name: files / name for name in ("GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_STEP_SUMMARY")}
        files.mkdir(parents=True)
        for path in names.values():
            path.touch()
        script = self.temp / f"{len(self.ended)}.sh"
        script.write_text(step["run"], encoding="utf-8")
        done = subprocess.run(
            [*_SHELLS[step.get("shell")], str(script)],
            cwd=folder / step.get("working-directory", "."),
            env={**self._environment, **environment, **{name: str(path) for name, path in names.items()}},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=_SECONDS,
        )  # fmt: skip
        ended.outcome = "failure" if done.returncode else "success"
        ended.log = done.stdout.decode(errors="replace")
        ended.outputs = assignments(names["GITHUB_OUTPUT"].read_text(encoding="utf-8"))
        self._environment |= assignments(names["GITHUB_ENV"].read_text(encoding="utf-8"))
        ended.summary = names["GITHUB_STEP_SUMMARY"].read_text(encoding="utf-8")
        if len(ended.summary.encode()) > MOST_OF_A_SUMMARY:
            raise BadWorkflow("$GITHUB_STEP_SUMMARY upload aborted, supports content up to a size of 1024k")

    def _uses(self, step: dict[str, Any], ended: Ended, environment: dict[str, str]) -> None:
        asked, version = step["uses"].split("@")
        if step["uses"] in self.actions:
            self._composite(step, ended, environment)
            return
        stand_ins = {
            "actions/checkout": self._checkout,
            "actions/setup-python": self._setup_python,
            "actions/upload-artifact": self._upload,
        }
        if asked not in stand_ins:
            raise BadWorkflow(f"Unable to resolve action {asked}, {version}")
        stand_ins[asked](step.get("with", {}))
        ended.outcome = "success"

    def _composite(self, step: dict[str, Any], ended: Ended, environment: dict[str, str]) -> None:
        name, version = step["uses"].split("@")
        here = self.work / "_actions" / name / version
        shutil.copytree(self.actions[step["uses"]], here)
        action = yaml.safe_load((here / "action.yml").read_text(encoding="utf-8"))
        if action["runs"]["using"] != "composite" or any(
            "shell" not in s for s in action["runs"]["steps"] if "run" in s
        ):
            raise BadWorkflow("Required property is missing: shell")
        inputs = {name: str(each.get("default", "")) for name, each in action.get("inputs", {}).items()}
        contexts = {"inputs": {**inputs, **step.get("with", {})}, "github": {"action_path": str(here)}}
        before = len(self.ended)
        steps = self._steps(
            action["runs"]["steps"], contexts, {**environment, "GITHUB_ACTION_PATH": str(here)}, self.workspace
        )
        inner = self.ended[before:]
        ended.outcome = "failure" if any(each.outcome == "failure" for each in inner) else "success"
        known = {"steps": steps, "functions": {}}
        ended.outputs = {name: filled(each["value"], known) for name, each in action.get("outputs", {}).items()}

    def _checkout(self, asked: Mapping[str, Any]) -> None:
        shutil.copytree(self.repository, self.workspace, dirs_exist_ok=True)

    def _setup_python(self, asked: Mapping[str, Any]) -> None:
        """Put first in ``PATH``. Another version than the tests' own is refused: its packages would not fit."""
        if asked["python-version"] != f"{sys.version_info[0]}.{sys.version_info[1]}":
            raise BadWorkflow(f"The version '{asked['python-version']}' is not available here")
        tools = self.work / "_tool" / "bin"
        tools.mkdir(parents=True, exist_ok=True)
        packages = Path(yaml.__file__).parents[1]
        (tools / "python3").write_text(_PYTHON.format(python=sys.executable, packages=packages))
        (tools / "python3").chmod(0o755)
        self._environment["PATH"] = f"{tools}:{os.environ['PATH']}"

    def _upload(self, asked: Mapping[str, Any]) -> None:
        if (self.workspace / asked["path"]).exists():  # where there is nothing, it warns
            shutil.copytree(self.workspace / asked["path"], self.work / "artifacts" / asked["name"])


def _refuse_unknown(table: dict[str, Any], known: set[str]) -> None:
    if set(table) - known:
        raise BadWorkflow(f"not known here: {', '.join(sorted(set(table) - known))}")


def _filled_in(value: Any, contexts: Mapping[str, Any]) -> Any:
    """A step with every expression evaluated, but for its ``if``, which is one itself."""
    if isinstance(value, dict):
        return {name: each if name == "if" else _filled_in(each, contexts) for name, each in value.items()}
    return filled(value, contexts) if isinstance(value, str) else value
