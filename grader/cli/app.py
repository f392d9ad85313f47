"""The ``grade`` group. Commands are imported when they are called; their one-line helps stand here for ``--help``."""

import copy
from collections.abc import Iterator
from importlib import import_module

import click

from grader import __version__
from grader.cli.help import translated
from grader.cli.options import language_option
from grader.language import noted, say

# In the order of a student's way. A test sees that each help is its command's own first line.
COMMANDS = {
    "run": noted("Grade chapters or exercises: `grade ch3` is `grade run ch3`."),
    "start": noted("Put down a chapter's stubs and statements to work on."),
    "watch": noted("Grade again whatever you save, until Ctrl-C."),
    "list": noted("Show the map of the course and what is done."),
    "show": noted("Show the statement of an exercise or a chapter."),
    "hint": noted("Give the next hint for an exercise."),
    "doctor": noted("See what this machine can do to keep student code in."),
    "image": noted("Build the image for --sandbox docker."),
    "batch": noted("Grade a class: a folder or a download of Moodle, Canvas or Gradescope."),
    "new": noted("For authors: write a small exercise that works, to write over."),
    "regrade": noted("Grade a run anew where checks were mended, and list every score that moved."),
    "gradebook": noted("Write the marks of a run, or fill a sheet of Canvas or Moodle."),
    "class": noted("Write the class report of a run: who passed what, what was hard."),
    "similar": noted("List pairs of answers of a run that look alike, for people to judge."),
    "release": noted("Write the student version of a course: no hidden check, no solution."),
    "export": noted("Write what a platform needs to grade: Gradescope, PrairieLearn, GitHub."),
    "translate": noted("For authors: write what of a course is to be translated."),
    "verify": noted("For authors: check every exercise's checks against known answers and mutants."),
}


class Commands(click.Group):
    """A group whose first word is a target of ``run`` where it is no command."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        return translated(_in_any_language(import_module(f"grader.cli.{name}").command))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] in COMMANDS:
            return super().resolve_command(ctx, args)
        return "run", self.get_command(ctx, "run"), args

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(say("Commands")):
            formatter.write_dl([(name, say(sentence)) for name, sentence in COMMANDS.items()])

    def documented(self) -> Iterator[tuple[str, click.Command]]:
        """Every command with its name, for the docs and the tests."""
        found = ((name, self.get_command(click.Context(self), name)) for name in COMMANDS)
        yield from ((name, command) for name, command in found if command is not None)


def _in_any_language(command: click.Command) -> click.Command:
    """The command with ``--lang`` before its ``--help``."""
    told = copy.copy(command)
    told.params = [*command.params, language_option()]
    if isinstance(told, click.Group) and isinstance(command, click.Group):
        told.commands = {name: _in_any_language(inner) for name, inner in command.commands.items()}
    return told


@click.group("grade", cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message="torchgrade %(version)s", help="Show the version and leave.")
def app() -> None:
    """Exercises for PyTorch, graded by hidden checks.

    \b
    grade start ch3     put down chapter 3 to work on
    grade ch3           grade it
    grade hint 3.2      get unstuck

    Exit codes: 0 all passed, 1 something failed, 2 called wrongly, 3 not graded for reasons that are not the student's.
    """


app.params.append(language_option())
