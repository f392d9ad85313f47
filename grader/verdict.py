"""How a check can end, and whose fault each ending is."""

from enum import StrEnum


class Owner(StrEnum):
    """Who has to act on a result that is not a pass."""

    STUDENT = "student"
    AUTHOR = "author"
    INFRASTRUCTURE = "infrastructure"


class Cause(StrEnum):
    """Why a check ended as it did. A cause carries a measured fact beside it ("used more than 2 GiB")."""

    PASSED = "passed"
    FAILED = "failed"  # an assertion or a Finding of the check
    RAISED = "raised"  # the student's code raised where the check did not expect it
    MISSING = "missing"  # the name that the check asks for is not in the file
    NOT_IMPLEMENTED = "not_implemented"  # the stub's NotImplementedError is still there
    IMPORT_ERROR = "import_error"  # the file cannot be imported (syntax error, missing package, raises at import)
    TIMEOUT = "timeout"  # wall or CPU seconds
    MEMORY = "memory"
    OUTPUT = "output"  # printed more than the limit
    PROCESSES = "processes"
    DISK = "disk"
    DENIED = "denied"  # a forbidden call of the exercise, or a system call that the sandbox refuses
    EXITED = "exited"  # the process ended by itself: sys.exit, os._exit, a crash
    PROTOCOL = "protocol"  # the process sent something that no honest worker sends
    SKIPPED = "skipped"  # a check that this one depends on did not pass
    NOT_RUN = "not_run"  # needs something this machine lacks (a GPU): not counted
    BROKEN_CHECK = "broken_check"  # the check itself is wrong: the author's
    INFRASTRUCTURE = "infrastructure"  # the grader's own failure: not counted, told to the instructor

    @property
    def passed(self) -> bool:
        return self is Cause.PASSED

    @property
    def graded(self) -> bool:
        """False where the result must not count against the student (not run, broken check, infrastructure)."""
        return self not in (Cause.NOT_RUN, Cause.BROKEN_CHECK, Cause.INFRASTRUCTURE)

    @property
    def owner(self) -> Owner | None:
        """Whose fault it is; None for a pass and for what was not run."""
        if self in (Cause.PASSED, Cause.NOT_RUN):
            return None
        if self is Cause.BROKEN_CHECK:
            return Owner.AUTHOR
        if self is Cause.INFRASTRUCTURE:
            return Owner.INFRASTRUCTURE
        return Owner.STUDENT
