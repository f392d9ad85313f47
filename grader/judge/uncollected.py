"""Why the checks of an exercise can't be collected, for their author: the error, and which line of theirs raised it."""

import traceback
from pathlib import Path

from grader.faults import AuthorFault
from grader.language import say

_LONGEST = 300


def reason(error: BaseException, folder: Path) -> str:
    """``ModuleNotFoundError: No module named 'x', in line 3 of checks.py``, without a full stop."""
    cause = error.__cause__ or error
    if isinstance(cause, AuthorFault):
        return str(cause).rstrip(".")
    text = f"{type(cause).__name__}: {cause}".strip().partition("\n")[0].rstrip(".")[:_LONGEST]
    own = [frame for frame in traceback.extract_tb(cause.__traceback__) if Path(frame.filename).parent == folder]
    if isinstance(cause, SyntaxError) or not own:  # a syntax error names its line itself
        return text
    return say("{error}, in line {line} of {file}", error=text, line=own[-1].lineno, file=Path(own[-1].filename).name)
