import os
import statistics
import subprocess
import sys
from pathlib import Path

import click
import pytest

from grader.cli.app import COMMANDS, app
from tests.cli.conftest import ROOT, TINY, Grade, environment


def test_each_short_help_is_its_commands_own() -> None:
    documented = dict(app.documented())
    assert list(documented) == list(COMMANDS)
    for name, command in documented.items():
        assert command.name == name
        assert command.get_short_help_str(200) == COMMANDS[name]
        assert (command.help or "").startswith(COMMANDS[name])


def test_every_option_has_a_help() -> None:
    for name, command in app.documented():
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                assert parameter.help, (name, parameter.name)


def test_help_lists_every_command(grade: Grade) -> None:
    outcome = grade("--help")
    assert outcome.code == 0
    assert all(f"  {name} " in outcome.out for name in COMMANDS)
    assert grade("-h").out == outcome.out


def test_help_of_the_bare_command(grade: Grade) -> None:
    assert "Usage: grade" in (outcome := grade()).out + outcome.err


def test_version(grade: Grade) -> None:
    assert grade("--version").out.startswith("torchgrade ")


def modules_after(code: str, cwd: Path) -> set[str]:
    script = f"import sys\n{code}\nprint('MODULES', *sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=cwd,
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return set(done.stdout.rpartition("MODULES")[2].split())


@pytest.mark.parametrize(
    "arguments", [["list"], ["list", "ch1"], ["show", "1.1"], ["start", "ch1"], ["hint", "1.1"], ["ch9"]]
)
def test_what_needs_no_grading_imports_no_torch(here: Path, arguments: list[str]) -> None:
    code = f"from grader.cli.guard import run; run(['start', 'ch1', '--course', {str(TINY)!r}]); run({arguments!r})"
    assert not {"torch", "numpy", "pytest"} & modules_after(code, here)


def test_help_imports_next_to_nothing(here: Path) -> None:
    loaded = modules_after("from grader.cli.guard import run; run(['--help'])", here)
    assert not {"torch", "pydantic", "rich", "platformdirs", "filelock", "jinja2", "grader.course"} & loaded


def test_help_costs_little_beyond_click_itself() -> None:
    def cost(*command: str) -> float:
        """CPU seconds: what the neighbours do counts little."""
        process = subprocess.Popen([sys.executable, *command], cwd=ROOT, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == 0
        return usage.ru_utime + usage.ru_stime

    ratios = [cost("-m", "grader.cli", "--help") / cost("-c", "import click") for _ in range(7)]
    assert statistics.median(ratios) < 1.8


def test_a_shell_can_ask_for_completions(real_grade: Grade) -> None:
    outcome = real_grade(_GRADE_COMPLETE="bash_complete", COMP_WORDS="grade st", COMP_CWORD="1")
    assert (outcome.code, outcome.out, outcome.err) == (0, "plain,start\n", "")


def test_a_first_word_that_is_no_command_is_a_target(grade: Grade, tiny_workspace: Path) -> None:
    assert "There is no chapter ch9" in grade("ch9").err
    assert "ch1 is a chapter: name one of its exercises, as 1.1" in grade("hint", "ch1").err
    assert grade("run", "ch9").err == grade("ch9").err


def test_a_misspelt_command_names_the_command(grade: Grade, tiny_workspace: Path) -> None:
    outcome = grade("strat", "ch1")
    assert outcome.code == 2
    assert "Did you mean start" in outcome.err
