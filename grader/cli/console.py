"""The rich console that commands print on. Text is never read as markup."""

import sys

from rich.console import Console


def make_console(no_color: bool = False) -> Console:
    """A console on stdout; without any escape sequence where ``no_color`` is given or nobody looks."""
    plain = no_color or not sys.stdout.isatty()
    return Console(markup=False, highlight=False, emoji=False, color_system=None if plain else "auto")
