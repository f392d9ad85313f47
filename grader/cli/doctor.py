"""``grade doctor``: what this machine can do to keep student code in."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from grader.cli.options import colour_option
from grader.language import say

if TYPE_CHECKING:
    from rich.text import Text

    from grader.sandbox.protocol import Barrier, Sandbox


@click.command("doctor", short_help="See what this machine can do to keep student code in.")
@click.option(
    "--sandbox",
    type=click.Choice(["auto", "bubblewrap", "docker", "process"]),
    default="auto",
    show_default=True,
    help="Which sandbox to look at.",
)
@colour_option
def command(sandbox: str, no_color: bool) -> int:
    """See what this machine can do to keep student code in.

    Starts the sandbox and tries each barrier for real, from inside. Leaves with 3 where it can't be started or does not
    isolate.
    """
    from grader.cli.console import make_console
    from grader.sandbox import open_sandbox
    from grader.sandbox.doctor import docker_facts

    console = make_console(no_color)
    with open_sandbox(sandbox) as opened:
        barriers = opened.barriers()
        for line in describe(opened, barriers):
            console.print(line, soft_wrap=True)
        for what, how in docker_facts():
            console.print(f"{what}: {how}", soft_wrap=True, markup=False, highlight=False)
        return 3 if opened.isolation == "none" else 0


def describe(sandbox: "Sandbox", barriers: "Sequence[Barrier]") -> "list[Text]":
    """The sandbox and its barriers, a line each, with the remedy below a barrier that does not hold."""
    from rich.text import Text

    from grader.report import summary
    from grader.report.text import columns_of

    how = summary.isolation(sandbox.isolation)
    lines = [Text.assemble((say("{name} sandbox: {isolation}", name=sandbox.name, isolation=how), "bold"))]
    names = [summary.barrier(barrier.name) for barrier in barriers]
    states = ("✓", say("holds"), "green"), ("✗", say("missing"), "bold red")
    width, width_of_state = (max(map(columns_of, texts), default=0) for texts in (names, [each[1] for each in states]))
    for name, barrier in zip(names, barriers, strict=True):
        sign, state, style = states[0] if barrier.held else states[1]
        state += " " * (width_of_state - columns_of(state))
        padding = " " * (width - columns_of(name))
        lines.append(Text.assemble((f"  {sign} {state}", style), f"  {name}{padding}  ", (barrier.detail, "dim")))
        if not barrier.held and barrier.remedy:
            lines.append(Text(f"      {barrier.remedy}"))
    return lines
