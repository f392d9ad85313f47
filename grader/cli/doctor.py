"""``grade doctor``: what this machine can do to keep student code in."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from grader.cli.options import colour_option

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

    words = {"full": "full isolation", "reduced": "reduced isolation", "none": "not isolated"}
    lines = [Text.assemble((f"{sandbox.name} sandbox: {words[sandbox.isolation]}", "bold"))]
    width = max((len(barrier.name) for barrier in barriers), default=0)
    for barrier in barriers:
        sign, state, style = ("✓", "holds  ", "green") if barrier.held else ("✗", "missing", "bold red")
        lines.append(
            Text.assemble((f"  {sign} {state}", style), f"  {barrier.name:<{width}}  ", (barrier.detail, "dim"))
        )
        if not barrier.held and barrier.remedy:
            lines.append(Text(f"      {barrier.remedy}"))
    return lines
