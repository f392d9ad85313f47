"""The kinds of fault, by owner. They never mix: only a student's fault can cost points.

Each carries one clear sentence (``str(fault)``) that says what is wrong and what to do. The command line prints that
sentence and nothing else.
"""


class Fault(Exception):
    """A fault with an owner. ``exit_code`` is what the command line ends with."""

    exit_code = 3


class UsageFault(Fault):
    """The command was called with something that cannot be: no such chapter, not a workspace."""

    exit_code = 2


class StudentFault(Fault):
    """The submission cannot be graded as it is: a syntax error, a file that is missing or is a folder."""

    exit_code = 1


class AuthorFault(Fault):
    """The course is broken: a bad exercise.toml, a check that raises, a reference that fails its own checks."""


class InfrastructureFault(Fault):
    """The machine let us down: no sandbox, no memory, disk full. Never a student's zero."""
