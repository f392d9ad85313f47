"""What was asked of ``grade run``."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked on the command line."""

    targets: tuple[str, ...]
    only: tuple[str, ...] = ()
    submission: Path | None = None
    course: Path | None = None
    sandbox: str = "auto"
    seed: int | None = None
    device: str = "cpu"
    json_file: str | None = None
    html_file: str | None = None
    instructor: bool = False
    quiet: bool = False
    no_color: bool = False
