"""The formats by name. A new one is a module with a ``render`` and a line here."""

from importlib import import_module
from typing import Protocol

from grader.faults import UsageFault
from grader.language import say
from grader.report.model import Report
from grader.report.text import one_line


class Format(Protocol):
    """A report as text. A student's copy unless ``for_instructor``."""

    def __call__(self, report: Report, *, for_instructor: bool = False) -> str: ...


# Modules, not functions: a format's libraries are imported when it is asked for.
FORMATS: dict[str, str] = {
    name: f"grader.report.{name}"
    for name in ("csv", "github", "gradescope", "html", "json", "junit", "markdown", "prairielearn", "terminal")
}


def find(name: str) -> Format:
    """The format of that name. Raises UsageFault for an unknown one."""
    if name not in FORMATS:
        raise UsageFault(
            say(
                "There is no report format `{name}`; there are {formats}.",
                name=one_line(name),
                formats=", ".join(sorted(FORMATS)),
            )
        )
    render: Format = import_module(FORMATS[name]).render
    return render
