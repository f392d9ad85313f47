"""Ctrl-C and polite kills: one line, the shell's exit code, and everything that was opened is closed on the way out."""

import contextlib
import os
import signal
import sys
from types import FrameType

_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


class Interrupted(KeyboardInterrupt):
    """A signal asked us to stop. ``exit_code`` is what a shell expects: 128 and the signal's number."""

    def __init__(self, number: int) -> None:
        super().__init__(f"signal {number}")
        self.exit_code = 128 + number


class _State:
    pending: Interrupted | None = None
    leaving = False


def install() -> None:
    """Turn the signals into ``Interrupted``, raised in the main thread."""
    for number in _SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:  # as under nohup
            signal.signal(number, _handle)


def raise_if_pending() -> None:
    """Raise what a library swallowed: pytest and finalisers catch KeyboardInterrupt on their own account."""
    if _State.pending is not None:
        raise _State.pending


def leave(interrupted: KeyboardInterrupt) -> int:
    """Say that we stop, and give the exit code. From here on a further signal ends the process at once."""
    _State.leaving = True
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.write("\nInterrupted.\n" if sys.stderr.isatty() else "Interrupted.\n")
    return getattr(interrupted, "exit_code", 130)


def done() -> None:
    """The work is over: from here on a signal ends the process at once, without a word."""
    _State.leaving = True


def _handle(number: int, frame: FrameType | None) -> None:
    if _State.leaving:
        os._exit(128 + number)  # sandboxes die with their parent
    _State.pending = Interrupted(number)
    raise _State.pending
