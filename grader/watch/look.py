"""What lies in a workspace now, and what of it is another than before."""

import time
from collections.abc import Callable, Mapping

from grader.submission import Submission
from grader.verdict import Cause

_SETTLE_SECONDS = 0.15  # an editor that truncates or removes a file writes it again within that
_PASSING = (Cause.MISSING, Cause.IMPORT_ERROR, Cause.NOT_IMPLEMENTED)


class Look:
    """Call it when something may have changed: it reads, and tells ``changed`` what has.

    ``read`` gives the submission, None where there is no workspace any more. ``changed`` gets it with the ids of the
    exercises whose files are others than at the last look.
    """

    def __init__(
        self, read: Callable[[], Submission | None], changed: Callable[[Submission | None, list[str]], None]
    ) -> None:
        self._read = read
        self._changed = changed
        self._seen: Mapping[str, str] | None = None

    def first(self) -> Submission | None:
        """The first look, which tells nobody."""
        submission = self._read()
        self._seen = None if submission is None else _states(submission)
        return submission

    def __call__(self) -> None:
        submission = self._read()
        if self._is_amid_a_save(submission):
            time.sleep(_SETTLE_SECONDS)
            submission = self._read()
        states = None if submission is None else _states(submission)
        if states == self._seen:
            return
        before = self._seen or {}
        self._seen = states
        self._changed(submission, [id for id, state in (states or {}).items() if before.get(id) != state])

    def _is_amid_a_save(self, submission: Submission | None) -> bool:
        """Whether a file went away or became empty: that often lasts for a moment only."""
        if submission is None:
            return self._seen is not None
        states, before = _states(submission), self._seen or {}
        return any(
            notice.cause in _PASSING and id in before and before[id] != states[id]
            for id, notice in submission.notices.items()
        )


def _states(submission: Submission) -> dict[str, str]:
    """What would be graded of each exercise: its file's hash, or why there is none."""
    files = {id: file.sha256 for id, file in submission.files.items()}
    return files | {id: notice.sentence for id, notice in submission.notices.items()}
