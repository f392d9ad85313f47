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
    gpus: str | None = None
    json_file: str | None = None
    html_file: str | None = None
    format_name: str | None = None
    format_file: str = "-"
    instructor: bool = False
    quiet: bool = False
    no_color: bool = False

    @property
    def files(self) -> dict[str, str]:
        """Where each report goes that was asked for, by the name of its format; "-" is standard output."""
        wanted = {"json": self.json_file, "html": self.html_file}
        if self.format_name is not None:
            wanted[self.format_name] = self.format_file
        return {name: file for name, file in wanted.items() if file is not None}
