"""Options that several commands share."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from grader.language import LANGUAGES
from grader.language.choice import VARIABLE

F = TypeVar("F", bound=Callable[..., Any])


def course_option(function: F) -> F:
    return click.option(
        "--course",
        type=click.Path(path_type=Path),
        metavar="FOLDER",
        help="The course. Default: the nearest course.toml upward, else the one that comes with torchgrade.",
    )(function)


def language_option() -> click.Option:
    """``--lang``, which every command has. It was looked for before the arguments were parsed: see ``guard``."""
    return click.Option(
        ["--lang"],
        type=click.Choice(LANGUAGES),
        envvar=VARIABLE,
        expose_value=False,
        help="The language of what is printed and written. Default: that of the locale, else English.",
    )


def gpus_option(function: F) -> F:
    return click.option(
        "--gpus",
        metavar="all|0,1",
        help="The GPUs that containers get. Default: all with --sandbox docker --device cuda, else none.",
    )(function)


def gpus_wanted(gpus: str | None, sandbox: str, device: str) -> str | None:
    """What was asked for, or what ``device`` needs in containers where the environment says nothing either."""
    if gpus is None and sandbox == "docker" and device == "cuda" and not os.environ.get("TORCHGRADE_DOCKER_GPUS"):
        return "all"
    return gpus


def colour_option(function: F) -> F:
    return click.option("--no-color", is_flag=True, help="Plain text, without colours or other escapes.")(function)
