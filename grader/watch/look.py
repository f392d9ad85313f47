"""What lies in a workspace now, and what of it is another than before."""

import time
from collections.abc import Callable, Mapping

from grader.notebook import is_notebook
from grader.submission import Notice, Submission
from grader.verdict import Cause

_SETTLE_SECONDS = 0.15  # an editor that truncates or removes a file writes it again within that
_HALF_SECONDS = 1.5  # a notebook of which a part is written is no notebook: the rest comes within that


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
        submission, waited = self._read(), 0.0
        while waited < self._patience(submission):
            time.sleep(_SETTLE_SECONDS)
            waited += _SETTLE_SECONDS
            submission = self._read()
        states = None if submission is None else _states(submission)
        if states == self._seen:
            return
        before = self._seen or {}
        self._seen = states
        self._changed(submission, [id for id, state in (states or {}).items() if before.get(id) != state])

    def _patience(self, submission: Submission | None) -> float:
        """For how many seconds in all to wait for the rest of a save, where a file went away, became empty or can't be
        read: that often lasts for a moment only.
        """
        if submission is None:
            return 0.0 if self._seen is None else _SETTLE_SECONDS
        states, before = _states(submission), self._seen or {}
        new = [notice for id, notice in submission.notices.items() if id in before and before[id] != states[id]]
        if any(notice.cause is Cause.IMPORT_ERROR or _is_empty_notebook(notice) for notice in new):
            return _HALF_SECONDS
        return _SETTLE_SECONDS if new else 0.0


def _is_empty_notebook(notice: Notice) -> bool:
    return notice.file is not None and is_notebook(notice.file.path) and not notice.file.content


def _states(submission: Submission) -> dict[str, str]:
    """What would be graded of each exercise: its file's hash, or why there is none."""
    files = {id: file.sha256 for id, file in submission.files.items()}
    return files | {id: notice.sentence for id, notice in submission.notices.items()}
