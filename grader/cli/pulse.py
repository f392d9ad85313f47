"""A line now and then, where no bar can be drawn: into a file, into the log of a CI job."""

import time
from collections.abc import Callable
from typing import TextIO

_SECONDS = 30.0


class Pulse:
    """Prints the first line after ``seconds``, and the next ones no sooner than that after each other."""

    def __init__(self, file: TextIO, seconds: float = _SECONDS, clock: Callable[[], float] = time.monotonic) -> None:
        self._file = file
        self._seconds = seconds
        self._clock = clock
        self._last = clock()

    def beat(self, line: str) -> None:
        """Print ``line`` if it is time."""
        now = self._clock()
        if now - self._last < self._seconds:
            return
        self._last = now
        self._file.write(f"{line}\n")
        self._file.flush()
