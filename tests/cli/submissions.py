"""What students hand in that a grader must survive, as edits of a workspace of the tiny course."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

SCALE = """\
from torch import Tensor


def scale(x: Tensor, factor: float) -> Tensor:
    return x * factor


def scale_(x: Tensor, factor: float) -> Tensor:
    return x.mul_(factor)
"""
COLUMN_MEANS = "def column_means(x):\n    return x.sum(0) / len(x)\n"


@dataclass(frozen=True, slots=True)
class Bad:
    """One bad hand-in of ``scale``: how it is made, and what the student must read."""

    name: str
    make: Callable[[Path], object]
    says: tuple[str, ...]


def text(content: str) -> Callable[[Path], object]:
    return lambda path: path.write_text(content)


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _link(path: Path) -> None:
    path.unlink()
    path.symlink_to("/etc/hostname")


def _pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


BAD = [
    Bad("empty", text(""), ("`ch01_basics/scale.py` is empty",)),
    Bad("blank", text("\n \n"), ("`ch01_basics/scale.py` is empty",)),
    Bad("stub", lambda path: None, ("still the stub",)),
    Bad("syntax", text("def scale(x, factor)\n    return x\n"), ("line 1", "':'")),
    Bad("missing", lambda path: path.unlink(), ("`scale.py` was not handed in",)),
    Bad("encoding", lambda path: path.write_bytes(b"# caf\xe9\n" + SCALE.encode()), ("is not UTF-8 text",)),
    Bad("utf16", lambda path: path.write_bytes(SCALE.encode("utf-16")), ("UTF-16",)),
    Bad("folder", _folder, ("`ch01_basics/scale.py` is a folder",)),
    Bad("link", _link, ("is a link",)),
    Bad("pipe", _pipe, ("no ordinary file",)),
    Bad("huge", text("# " + "x" * 10_000_000 + "\n" + SCALE), ("too large",)),
    Bad("prints", text("while True:\n    print('spam' * 100)\n"), ("printed more than",)),
    Bad("exits", text("import sys\nsys.exit(0)\n" + SCALE), ("exit",)),
    Bad("exits_hard", text("import os\nos._exit(0)\n" + SCALE), ("ended",)),
    Bad("hangs", text("while True:\n    pass\n"), ("Stopped: your code ",)),
    Bad("sleeps", text("import time\ntime.sleep(3600)\n"), ("Stopped: your code ",)),
    Bad("not_installed", text("import pandas_of_the_future\n" + SCALE), ("pandas_of_the_future",)),
    Bad("input", text("name = input('who? ')\n" + SCALE), ("input",)),
]
