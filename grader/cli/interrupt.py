"""Ctrl-C and polite kills: one line, the shell's exit code, and everything that was opened is closed on the way out.

A signal becomes an exception in the main thread, but never inside an import: there it would leave a module lock taken
(another thread that imports then waits for ever), or be turned into some other error by an extension module. It is
raised when the import is over; where that takes long, the process ends at once. Should anything swallow the exception
or wait for ever, the process ends a few seconds later.
"""

import _thread
import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import NoReturn

_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
_IMPORT_SECONDS = 1.0  # what an import may still take; nothing is open then but what dies with this process
_CLOSE_SECONDS = 8.0  # what closing everything may take
_LOOK_SECONDS = 0.02
_IMPORT_SYSTEM = "<frozen importlib._bootstrap>"
_SHOW_CURSOR = b"\x1b[?25h"


class Interrupted(KeyboardInterrupt):
    """A signal asked us to stop. ``exit_code`` is what a shell expects: 128 and the signal's number."""

    def __init__(self, number: int) -> None:
        super().__init__(f"signal {number}")
        self.exit_code = 128 + number


class _State:
    pending: Interrupted | None = None
    raised = False
    told = False
    leaving = False
    ending: Callable[[int], int] | None = None


def install() -> None:
    """Turn the signals into ``Interrupted``, raised in the main thread."""
    for number in _SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:  # as under nohup
            signal.signal(number, _handle)


@contextlib.contextmanager
def ending_with(act: Callable[[int], int]) -> Iterator[None]:
    """While the block lasts, a process that must end at once calls ``act`` with the signal's number first, and leaves
    with the exit code that it gives: a terminal must be given back also where nothing can be raised. ``act`` may run on
    any thread while any lock is held.
    """
    before, _State.ending = _State.ending, act
    try:
        yield
    finally:
        _State.ending = before


def raise_if_pending() -> None:
    """Raise what a library swallowed: pytest and finalisers catch KeyboardInterrupt on their own account."""
    if _State.pending is not None:
        raise _State.pending


def pending() -> KeyboardInterrupt | None:
    """The signal that came, also where what left the code was some other error."""
    return _State.pending


def leave(interrupted: KeyboardInterrupt) -> int:
    """Say that we stop, and give the exit code. From here on a further signal ends the process at once."""
    _State.leaving = True
    _tell()
    return getattr(interrupted, "exit_code", 130)


def exit(code: int) -> NoReturn:
    """End the process. After a signal at once: Python itself would first wait for every thread that still starts
    something. From here on a signal ends the process without a word."""
    _State.leaving = True
    if _State.pending is not None:
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
        os._exit(code)
    sys.exit(code)


def _tell() -> None:
    if not _State.told:
        _State.told = True
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.write("\nInterrupted.\n" if sys.stderr.isatty() else "Interrupted.\n")
            sys.stderr.flush()


def _handle(number: int, frame: FrameType | None) -> None:
    if _State.leaving:
        os._exit(128 + number)  # sandboxes die with their parent
    if _State.raised:  # a second one, while what is open is being closed
        _end(number)
    if _State.pending is None:
        _State.pending = Interrupted(number)
        # Not threading.Thread: its own locks may be held by the very code that was interrupted.
        _thread.start_new_thread(_see_through, (number,))
    if not _importing(frame):
        _State.raised = True
        raise _State.pending


def _importing(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_filename == _IMPORT_SYSTEM:
            return True
        frame = frame.f_back
    return False


def _see_through(number: int) -> None:
    """On a thread of its own: deliver the signal once no import is under way, and end a process that never ends."""
    began = time.monotonic()
    while time.monotonic() - began < (_CLOSE_SECONDS if _State.raised else _IMPORT_SECONDS):
        time.sleep(_LOOK_SECONDS)
        if not _State.raised and not _importing(sys._current_frames().get(threading.main_thread().ident or 0)):
            _thread.interrupt_main(signal.Signals(number))
    _end(number)


def _end(number: int) -> None:
    """Sandboxes die with their parent, and what a killed run leaves is swept up by the next."""
    if _State.ending is not None:
        with contextlib.suppress(Exception):
            os._exit(_State.ending(number))
    _show_cursor()
    _tell()
    os._exit(128 + number)


def _show_cursor() -> None:
    """A live line hides it, and nothing is closed any more that would bring it back."""
    with contextlib.suppress(OSError, ValueError):
        if sys.stderr.isatty():
            os.write(sys.stderr.fileno(), _SHOW_CURSOR)
