"""The documentation of the check library: every helper is in it, and every example gives the message that it shows."""

import inspect
import linecache
import re
from pathlib import Path
from typing import Any

import pytest
import torch

import grader.checks
from grader.checks import Finding

PAGE = Path(__file__).parents[2] / "docs" / "checks.md"


def blocks() -> list[tuple[str, str]]:
    """Example and message."""
    return re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def message_of(code: str) -> str:
    """What running the example raises; linecache holds its source as if it came from a file."""
    name = "<example>"
    linecache.cache[name] = (len(code), None, code.splitlines(keepends=True), name)
    names: dict[str, Any] = {"torch": torch, "__name__": "example"}
    exec("from grader.checks import *", names)
    torch.manual_seed(0)
    with pytest.raises(Finding) as caught:
        exec(compile(code, name, "exec"), names)
    return str(caught.value)


@pytest.mark.parametrize(("code", "message"), blocks())
def test_examples_give_their_messages(code: str, message: str) -> None:
    assert message_of(code) == message.strip()


@pytest.mark.parametrize("name", [name for name in grader.checks.__all__ if name[0].islower()])
def test_every_helper_is_documented_with_its_parameters(name: str) -> None:
    page = PAGE.read_text(encoding="utf-8")
    section = page.partition(f"\n## {name}\n")[2].partition("\n## ")[0]
    assert section, f"docs/checks.md has no section for {name}"
    for parameter in inspect.signature(getattr(grader.checks, name)).parameters:
        assert re.search(rf"\b{parameter}\b", section), f"the section on {name} does not mention {parameter}"
