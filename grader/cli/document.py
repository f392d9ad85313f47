"""docs/cli.md, made from what ``--help`` says. ``python -m grader.cli.document`` prints it; a test keeps it current."""

from collections.abc import Iterator

import click

from grader.cli.app import app

_INTRODUCTION = """\
# The command line

This page is written by `python -m grader.cli.document` from what `--help` says.

A course is found as git finds a repository: `--course`, then the nearest `course.toml` upward, then the course that the
workspace was started from, then the one that comes with torchgrade. A workspace is the folder in which `grade start`
was run (it holds `.torchgrade/`, where progress is kept) and everything below it.

| exit code | means |
|---|---|
| 0 | all passed |
| 1 | something failed |
| 2 | the command was called with what can't be: no such chapter, not a workspace |
| 3 | not graded, for reasons that are not the student's: the course, the sandbox, the disk |
| 130 | interrupted with Ctrl-C |

Where something goes wrong that should not, `grade` says so in one sentence with a reference, and writes the details to
a file that it names, in the user's state folder.
"""
_WIDTH = 100


def cli_page() -> str:
    """The whole page as Markdown."""
    sections = [_INTRODUCTION, _section("grade", app, click.Context(app, info_name="grade"))]
    for name, command in app.documented():
        sections.extend(_sections(f"grade {name}", command))
    return "\n".join(sections)


def _sections(title: str, command: click.Command) -> Iterator[str]:
    """A command's own, then those of its subcommands."""
    yield _section(title, command, click.Context(command, info_name=title))
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            yield from _sections(f"{title} {name}", inner)


def _section(title: str, command: click.Command, context: click.Context) -> str:
    formatter = click.HelpFormatter(width=_WIDTH, max_width=_WIDTH)
    context.help_option_names = ["-h", "--help"]
    command.format_help(context, formatter)
    return f"## {title}\n\n```text\n{formatter.getvalue().rstrip()}\n```\n"


if __name__ == "__main__":
    print(cli_page(), end="")
