"""Every barrier has a name that reports can tell in another language."""

import ast
from pathlib import Path

import pytest

from grader.report import summary

SANDBOX = Path(__file__).parents[2] / "grader" / "sandbox"
MAKERS = {"Attack", "_Excess", "Barrier"}


def names() -> list[str]:
    calls = (
        node
        for path in sorted(SANDBOX.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS and node.args
    )
    return [node.args[0].value for node in calls if isinstance(node.args[0], ast.Constant)]  # type: ignore[misc]


def test_there_are_barriers() -> None:
    assert len(names()) > 10


@pytest.mark.parametrize("name", sorted(set(names())))
def test_every_barrier_is_known_to_reports(name: str) -> None:
    assert name in summary.BARRIERS
