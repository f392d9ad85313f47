"""What the instructor's report says about one check beyond the student's: failing line, locals, traceback."""

import traceback
from pathlib import Path
from types import FrameType, TracebackType

import numpy as np
import torch

from grader.judge.attempt import Attempt
from grader.judge.check import Check
from grader.judge.feedback import Context
from grader.judge.verdicts import Judgement
from grader.report import model
from grader.sandbox.protocol import Captured

_LONGEST = 4000  # characters of a text
_MOST_LOCALS = 20
_PLAIN = (bool, int, float, complex, str, bytes, type(None), torch.Tensor, np.ndarray, torch.dtype, torch.Size)


def for_instructor(
    check: Check, attempt: Attempt, judgement: Judgement, context: Context, checks_file: Path, seed: int
) -> model.ForInstructor | None:
    """None where there is nothing to say: a pass that printed nothing that the student may not see."""
    quiet = check.hidden or context.secrets_inside
    output = output_of(attempt.captured) if quiet else None
    error = judgement.error
    if error is None:
        return model.ForInstructor(output=output, seed=seed) if output or not judgement.cause.passed else None
    return model.ForInstructor(
        assertion=_failing_line(error, checks_file),
        traceback=_cut("".join(_formatted(error))),
        student_message=_cut(judgement.trace.message) if judgement.trace else "",
        output=output,
        seed=seed,
    )


def output_of(captured: Captured) -> model.Output | None:
    """What the student's code printed; None where it printed nothing."""
    if not captured.stdout and not captured.stderr:
        return None
    return model.Output(stdout=captured.stdout, stderr=captured.stderr, truncated=captured.truncated)


def _formatted(error: BaseException) -> list[str]:
    try:
        return traceback.format_exception(error, limit=-12)
    except Exception:  # an exception whose text can't be had
        return [type(error).__name__]


def _failing_line(error: BaseException, checks_file: Path) -> str:
    """The line of the check that raised, and what its plain local variables held."""
    found = _frame_in(error.__traceback__, checks_file)
    if found is None:
        return ""
    frame, line = found
    text = checks_file.read_text(encoding="utf-8", errors="replace").splitlines()[line - 1].strip()
    held = [f"    {name} = {_shown(value)}" for name, value in _plain_locals(frame)]
    return _cut("\n".join([f"{checks_file.name}:{line}: {text}", *held]))


def _frame_in(trace: TracebackType | None, file: Path) -> tuple[FrameType, int] | None:
    """The innermost frame in ``file``."""
    found = None
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(file):
            found = trace.tb_frame, trace.tb_lineno
        trace = trace.tb_next
    return found


def _plain_locals(frame: FrameType) -> list[tuple[str, object]]:
    """Values whose text is ours to make. The text of a handle would be asked of the student's code."""
    plain = [(name, value) for name, value in frame.f_locals.items() if type(value) in _PLAIN and name[:1] != "@"]
    return plain[:_MOST_LOCALS]


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 300 else f"{text[:300]}…"


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST // 2]}\n…\n{text[-_LONGEST // 2 :]}"
