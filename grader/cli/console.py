"""The rich console that commands print on. Text is never read as markup."""

import errno
import sys

from rich.console import Console


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Let the guard decide: rich would leave with 1, which means that something failed."""
        raise BrokenPipeError(errno.EPIPE, "the reader left")


def make_console(no_color: bool = False) -> Console:
    """A console on stdout; without any escape sequence where ``no_color`` is given or nobody looks."""
    plain = no_color or not sys.stdout.isatty()
    return _Console(markup=False, highlight=False, emoji=False, color_system=None if plain else "auto")
