"""Options that several commands share."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def course_option(function: F) -> F:
    return click.option(
        "--course",
        type=click.Path(path_type=Path),
        metavar="FOLDER",
        help="The course. Default: the nearest course.toml upward, else the one that comes with torchgrade.",
    )(function)


def language_option(function: F) -> F:
    return click.option(
        "--lang",
        type=click.Choice(["en", "zh"]),
        default="en",
        envvar="TORCHGRADE_LANG",
        show_default=True,
        help="The language of titles, statements and hints.",
    )(function)


def colour_option(function: F) -> F:
    return click.option("--no-color", is_flag=True, help="Plain text, without colours or other escapes.")(function)
