"""Judges on this machine: processes forked from one that has torch loaded, a warm sandbox each.

A judge that dies (the kernel's memory killer, a bug in a library) costs its job one try and is replaced.
"""

import contextlib
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Protocol

from grader.batch.job import Graded, Job, ungraded
from grader.faults import InfrastructureFault
from grader.language import language, noted, say, use
from grader.sandbox.choose import sweep

_THREADS = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS")
_DIED = noted("The process that graded this died: there was probably too little memory.")
_SILENT_SECONDS = 1800.0  # without a result: checks end by their own limits long before
_HUNG = noted("Grading this did not end within half an hour.")
_END_SECONDS = 10.0
_READY = "ready"  # a judge says this once, when its sandbox is warm


@dataclass(frozen=True, slots=True)
class Setting:
    """What all judges of a run share."""

    course: Path
    sandbox: str
    device: str = "cpu"
    seed: int | None = None
    gpus: str | None = None  # of containers
    language: str = field(default_factory=language)


class _Death(InfrastructureFault):
    """A judge's process ended without a word."""


class Executor(Protocol):
    """Where jobs are graded. ``run`` yields every result of every job, in the order in which they come."""

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Graded]]: ...

    def close(self) -> None: ...

    @property
    def current(self) -> list[str]:
        """The students whose jobs are being graded now."""
        ...


@dataclass(slots=True)
class _Seat:
    """One judge's process and the job that it works on."""

    process: BaseProcess
    pipe: Connection
    job: Job | None = None
    left: list[str] = field(default_factory=list)  # exercises of the job that have no result yet
    ready: bool = False
    heard: float = 0.0  # when it last said something, or got its job


class LocalExecutor:
    """``jobs`` judges at once. ``run`` raises InfrastructureFault where none comes up."""

    def __init__(self, setting: Setting, jobs: int) -> None:
        self._setting = setting
        self._context = _warm_context()
        self._seats: list[_Seat] = []
        self._ever_up = False
        self._never_up = 0  # judges in a row that did not come up
        for _ in range(jobs):
            self._seats.append(self._new_seat())

    @property
    def current(self) -> list[str]:
        return [seat.job.student for seat in self._seats if seat.job is not None]

    def _new_seat(self) -> _Seat:
        near, far = self._context.Pipe()
        process = self._context.Process(  # type: ignore[attr-defined]
            target=_judge, args=(far, self._setting), daemon=True, name="judge"
        )
        process.start()
        far.close()
        return _Seat(process, near)

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Graded]]:
        waiting = iter(jobs)
        free = list(self._seats)
        while True:
            while free and (job := next(waiting, None)) is not None:
                self._hand_over(free.pop(), job)
            busy = [seat for seat in self._seats if seat.job is not None]
            if not busy:
                return
            for seat in self._heard_from(busy):
                yield from self._receive(seat)
                if seat.job is None:
                    free.append(seat)

    def _heard_from(self, busy: list[_Seat]) -> list[_Seat]:
        """Those that have something to say, after a while; a judge that is silent for too long is ended."""
        now = time.monotonic()
        patience = max(0.0, min(seat.heard for seat in busy) + _SILENT_SECONDS - now)
        speaking = wait([seat.pipe for seat in busy], patience)
        for seat in busy:
            if seat.pipe not in speaking and time.monotonic() - seat.heard > _SILENT_SECONDS:
                seat.process.kill()
        return [seat for seat in busy if seat.pipe in speaking]

    def _hand_over(self, seat: _Seat, job: Job) -> None:
        seat.job, seat.left, seat.heard = job, list(job.exercises), time.monotonic()
        with contextlib.suppress(OSError):  # a dead judge: told when its pipe is read
            seat.pipe.send(job)

    def _receive(self, seat: _Seat) -> Iterator[tuple[Job, Graded]]:
        """What a judge says: that it is ready, a result, the end of its job (None), or why it can't come up."""
        job = seat.job
        assert job is not None
        try:
            said = seat.pipe.recv()
        except (EOFError, OSError):
            said = _Death(say(_HUNG if time.monotonic() - seat.heard > _SILENT_SECONDS else _DIED))
        seat.heard = time.monotonic()
        if said == _READY:
            seat.ready = self._ever_up = True
            self._never_up = 0
        elif isinstance(said, InfrastructureFault):
            lost = ungraded(seat.left, str(said))
            self._replace(seat, said)
            yield from ((job, graded) for graded in lost)
        elif said is None:
            seat.job = None
        else:
            seat.left.remove(said.exercise)
            yield job, said

    def _replace(self, seat: _Seat, fault: InfrastructureFault) -> None:
        """Put a new judge in a dead one's place. One that dies in a job may be that job's doing; before it, never."""
        if not seat.ready:
            self._never_up += 1
            told = not isinstance(fault, _Death)  # such as: there is no sandbox on this machine
            if (told and not self._ever_up) or self._never_up > 3 * len(self._seats):
                raise fault
        seat.pipe.close()
        seat.process.join(1)
        fresh = self._new_seat()
        seat.process, seat.pipe, seat.job, seat.left, seat.ready = fresh.process, fresh.pipe, None, [], False

    def close(self) -> None:
        """End all judges, also in the middle of a job."""
        for seat in self._seats:
            seat.pipe.close()
            seat.process.terminate()
        for seat in self._seats:
            seat.process.join(_END_SECONDS)
            if seat.process.is_alive():
                seat.process.kill()
                seat.process.join(_END_SECONDS)
        if self._seats:
            sweep(self._setting.sandbox)
        self._seats = []


def _warm_context() -> multiprocessing.context.BaseContext:
    """Each judge computes with one thread, as the worker does: as many judges as cores are the parallelism."""
    for name in _THREADS:
        os.environ.setdefault(name, "1")
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["grader.batch.preload"])
    return context


def _judge(pipe: Connection, setting: Setting) -> None:
    """A judge's whole life: jobs come, results go, the end of the pipe or of the parent is the end."""
    from grader.batch.judge import Judge

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends the judges
    signal.signal(signal.SIGTERM, lambda number, frame: os._exit(143))  # its sandbox dies with it
    _die_with_parent()
    ready = False
    judge = None
    try:
        while True:
            try:
                job: Job = pipe.recv()
            except (EOFError, OSError):
                return
            try:
                use(setting.language)
                judge = judge or Judge(setting.course, setting.sandbox, setting.device, setting.seed, setting.gpus)
                judge.warm_up()
            except Exception as error:  # whatever it is, no job can be graded here
                pipe.send(InfrastructureFault(str(error)))
                return
            if not ready:
                pipe.send(_READY)
                ready = True
            for graded in judge.grade(job):
                pipe.send(graded)
            pipe.send(None)
    except BrokenPipeError:
        return
    finally:
        if judge is not None:
            judge.close()


def _die_with_parent() -> None:
    """Also where the parent was killed in the middle of a job: nobody would read the result."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True, name="parent watch").start()
