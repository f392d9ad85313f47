"""Asks `outcome` for many programs at once."""

from collections.abc import Callable

Program = list[tuple[str, ...]]


def outcomes(outcome: Callable[[Program], str], programs: list[Program]) -> list[str]:
    return [outcome(program) for program in programs]
