"""What waits to be graded: filled by the thread that notices saves, emptied by the one that grades."""

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence

from grader.course import Exercise
from grader.submission import Submission


class Inbox:
    """The newest submission, and the exercises that a save has touched since it was last taken."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._arrived = threading.Event()
        self._submission: Submission | None = None
        self._touched: dict[str, None] = {}
        self._error: Exception | None = None

    @property
    def holds(self) -> bool:
        """Whether anything is to be graded."""
        return bool(self._touched)

    def guarded(self, work: Callable[[], None]) -> Callable[[], None]:
        """``work`` for another thread: what it raises is raised by the next ``take``."""

        def guard() -> None:
            try:
                work()
            except Exception as error:
                self._error = error
                self._arrived.set()

        return guard

    def put(self, submission: Submission | None, touched: Iterable[str]) -> None:
        """``submission`` is None where the workspace is gone."""
        with self._lock:
            self._submission = submission
            self._touched |= dict.fromkeys(touched)
            self._arrived.set()

    def take(self) -> tuple[Submission | None, list[str]]:
        """Without waiting: the newest submission, and what was touched in the order of the saves."""
        if self._error is not None:
            raise self._error
        with self._lock:
            touched, self._touched = list(self._touched), {}
            self._arrived.clear()
            return self._submission, touched

    def waits(self, seconds: float | None = 0.0) -> bool:
        """Whether something came, waiting for it up to ``seconds``."""
        return self._arrived.wait(seconds) if seconds else self._arrived.is_set()


def affected(touched: Sequence[str], watched: Sequence[Exercise], uses: Mapping[str, frozenset[str]]) -> list[Exercise]:
    """The watched exercises that a change of ``touched`` files may give another verdict: those saved, in the order of
    their saves, then those that use them. ``uses``: what each exercise uses, directly or not.
    """
    by_id = {exercise.id: exercise for exercise in watched}
    saved = [by_id[id] for id in touched if id in by_id]
    later = [each for each in watched if each not in saved and uses[each.id] & set(touched)]
    return [*saved, *later]
