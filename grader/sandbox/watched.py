"""A worker whose limits are watched: clocks, counters, the cause of its end. Shared by the drivers."""

import select
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from grader.sandbox.facts import describe_exit, measured
from grader.sandbox.meter import Meter, Usage
from grader.sandbox.output import Output
from grader.sandbox.protocol import Captured, Ending, Limits
from grader.verdict import Cause

_GRACE_SECONDS = 0.5  # between the end of the stream and the end of its process
Breach = tuple[Cause, str]


def _next_byte(channel: socket.socket) -> bytes | None:
    """What waits to be read, which stays there: b"" at the end of the stream, None while there is nothing to read.

    None too when this side was closed.
    """
    waiting = getattr(socket, "MSG_DONTWAIT", 0)
    try:
        if not waiting and not select.select([channel], [], [], 0)[0]:
            return None
        return channel.recv(1, socket.MSG_PEEK | waiting)
    except BlockingIOError:
        return None
    except ConnectionError:
        return b""
    except OSError:
        return None


class Life(Protocol):
    """The processes of one worker, as far as a driver can hold them."""

    def ended(self, seconds: float) -> bool:
        """Whether the worker's first process ended by itself, waiting up to ``seconds``."""
        ...

    def kill(self) -> None:
        """End every process of the worker. Idempotent, from any thread."""
        ...

    def exit_status(self) -> int | None:
        """Waits for the end and gives the wait status; None when it was lost with its parent (our own fault)."""
        ...

    def disk_full(self, at_last: bool = False) -> bool:
        """Whether the worker's folders are full. ``at_last``: measure now, however costly."""
        ...

    def release(self) -> None:
        """Give back descriptors and folders."""
        ...


class WatchedWorker:
    """Implements ``protocol.Worker`` over a driver's ``Life``, ``Meter`` and ``Output``.

    ``later`` runs what nobody waits for: seeing a killed worker's processes off. A driver may give it a thread.
    """

    later: Callable[[Callable[[], object]], object] = staticmethod(lambda work: work())

    def __init__(self, channel: socket.socket, limits: Limits, life: Life, meter: Meter, output: Output) -> None:
        self.channel = channel
        self.limits = limits
        self._life = life
        self._meter = meter
        self._output = output
        self._lock = threading.Lock()
        self._since: float | None = None
        self._unattended = False
        self._answered: float | None = None  # since when there has been something to read that nobody reads yet
        self._spent = 0.0
        self._cpu_before = 0.0
        self._breach: Breach | None = None
        self._ending: Ending | None = None

    def resume(self) -> None:
        self._since = time.monotonic()

    def pause(self) -> None:
        since, self._since = self._since, None
        if since is not None:
            self._spent += time.monotonic() - since

    def resume_unattended(self) -> None:
        self._unattended = True
        self.resume()

    def attend(self) -> None:
        with self._lock:
            self._spent, self._since = self.wall_seconds, None
            self._unattended, self._answered = False, None

    @property
    def wall_seconds(self) -> float:
        since = self._since
        return self._spent + ((self._answered or time.monotonic()) - since if since is not None else 0.0)

    @property
    def over(self) -> bool:
        """Whether its process has ended."""
        return self._life.ended(0.0)

    def hand_out(self) -> None:
        """Start counting: what was used before (isolation, waiting as a spare) is not the student's."""
        self._cpu_before = self._meter.read().cpu_seconds

    def captured(self) -> Captured:
        with self._lock:
            return self._ending.captured if self._ending is not None else self._output.captured()

    def watch(self) -> None:
        """Called by the watcher again and again: ends the worker when it passed a limit."""
        with self._lock:
            if self._ending is None and self._breach is None:
                if self._unattended and self._answered is None and _next_byte(self.channel) is not None:
                    self._answered = time.monotonic()
                self._breach = self._measure()
                if self._breach is not None:
                    self._life.kill()

    def _measure(self, at_last: bool = False) -> Breach | None:
        self._output.drain()
        full = self._life.disk_full(at_last)
        return measured(self.limits, self.wall_seconds, self._usage(), self._output.total_bytes, full)

    def _usage(self) -> Usage:
        usage = self._meter.read()
        return replace(usage, cpu_seconds=max(0.0, usage.cpu_seconds - self._cpu_before))

    def kill(self) -> None:
        """End its processes now, from any thread; whoever waits for an answer sees the end of the stream."""
        with self._lock:
            if self._ending is None:
                self._life.kill()

    def close(self) -> Ending:
        with self._lock:
            if self._ending is None:
                self._ending = self._end()
            return self._ending

    def _end(self) -> Ending:
        self.pause()
        by_itself = self._breach is None and self._ended_by_itself()
        breach = self._breach or self._measure(at_last=True)
        if by_itself is None and breach is None:
            breach = (Cause.PROTOCOL, "closed its connection to the grader")
        if breach is None and not by_itself:
            return self._end_of_our_own()
        self._life.kill()
        status = self._life.exit_status()
        usage = self._usage()
        captured = self._output.captured()
        cause, fact = breach or (describe_exit(status) if by_itself else (None, ""))
        ending = Ending(
            cause,
            fact,
            exit_status=None if status is None or status & 0x7F else status >> 8,
            signal=None if status is None or cause is None else (status & 0x7F) or None,
            cpu_seconds=usage.cpu_seconds,
            wall_seconds=self._spent,
            peak_memory_bytes=usage.peak_memory_bytes,
            captured=captured,
        )
        self._release()
        return ending

    def _end_of_our_own(self) -> Ending:
        """The judge is done with a healthy worker: what it used is known now, how it dies is of no interest."""
        usage, captured = self._usage(), self._output.captured()
        self._life.kill()
        self.later(self._bury)
        return Ending(
            None,
            cpu_seconds=usage.cpu_seconds,
            wall_seconds=self._spent,
            peak_memory_bytes=usage.peak_memory_bytes,
            captured=captured,
        )

    def _bury(self) -> None:
        self._life.exit_status()
        self._release()

    def _ended_by_itself(self) -> bool | None:
        """None when the stream ended and its process did not. A process needs a moment to die after its stream."""
        if self._life.ended(0.0):
            return True
        if _next_byte(self.channel) != b"":  # the stream goes on
            return False
        return True if self._life.ended(_GRACE_SECONDS) else None

    def _release(self) -> None:
        self.channel.close()
        self._output.close()
        self._life.release()
        self._meter.close()
