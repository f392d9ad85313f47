"""``--help`` and the complaints about arguments in the language that is spoken: our words, and click's own."""

import copy
import gettext
import inspect
import os
from typing import TypeVar

import click

from grader.language import language, noted, noted_count, say
from grader.language.speech import DOMAIN, LOCALES

Command = TypeVar("Command", bound=click.Command)

# What click says by itself: it asks gettext for these, so that they are translated beside ours.
CLICKS = (
    noted("Usage:"), noted("Options"), noted("Commands"), noted("Positional arguments"),
    noted("Show this message and exit."), noted("default: {default}"), noted("env var: {var}"), noted("required"),
    noted("Missing command."), noted("Missing argument"), noted("Missing option"), noted("Missing parameter"),
    noted("Missing {param_type}"), noted("Choose from:\n\t{choices}"), noted("Invalid value: {message}"),
    noted("Invalid value for {param_hint}: {message}"), noted("No such option {name!r}."),
    noted("No such command {name!r}."), noted("Option {name!r} does not take a value."),
    noted("{value!r} is not a valid {number_type}."), noted("{value} is not in the range {range}."),
    noted("{name} {filename!r} does not exist."), noted("{name} {filename!r} is a file."),
    noted("{name} {filename!r} is a directory."), noted("{name} {filename!r} is not readable."),
    noted("file"), noted("directory"), noted("path"),
)  # fmt: skip
CLICKS_COUNTED = (
    noted_count("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    noted_count("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    noted_count("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    noted_count("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
)


def let_click_speak() -> None:
    """Point the process's gettext, which click asks, at our catalogue."""
    os.environ["LANGUAGE"] = language()
    gettext.bindtextdomain(DOMAIN, LOCALES)
    gettext.textdomain(DOMAIN)


def translated(command: Command) -> Command:
    """A copy of the command whose help is in the language that is spoken; of a group, with its commands."""
    if language() == "en":
        return command
    told = copy.copy(command)
    vars(told)["_help_option"] = None  # click keeps the option that it once made, in the language of that moment
    told.help, told.short_help = _said(command.help), _said(command.short_help)
    told.params = [_with_help(parameter) for parameter in command.params]
    if isinstance(told, click.Group) and isinstance(command, click.Group):
        told.commands = {name: translated(inner) for name, inner in command.commands.items()}
    return told


def _with_help(parameter: click.Parameter) -> click.Parameter:
    told = copy.copy(parameter)
    if isinstance(told, click.Option):
        told.help = _said(told.help)
    return told


def _said(text: str | None) -> str | None:
    return say(inspect.cleandoc(text)) if text else text
