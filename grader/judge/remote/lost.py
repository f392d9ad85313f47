"""The worker's end, as a check meets it."""

from grader.sandbox.protocol import Ending


class WorkerLost(BaseException):
    """The worker ended while a check needed it. No `Exception`, so that a check's own ``except`` cannot eat it."""

    def __init__(self, ending: Ending) -> None:
        self.ending = ending
        super().__init__(ending.fact or "the student's process ended")
