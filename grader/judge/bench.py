"""Where checks run: a fresh worker a visit, with a program in it, and the checks' module proxies attached to it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from grader.faults import InfrastructureFault
from grader.judge.program import Program
from grader.judge.remote import Connection, Subject, Watch, Watched, WorkerLost, student_trace
from grader.sandbox.protocol import Ending, Limits, Sandbox, Worker
from grader.verdict import Cause


@dataclass(slots=True)
class Visit:
    """One worker's life, filled in as it goes; ``ending`` is there once it is over."""

    loaded: bool = False
    load_error: BaseException | None = None
    ending: Ending = field(default_factory=lambda: Ending(Cause.INFRASTRUCTURE, "the worker has not ended"))
    used: set[tuple[str, str]] = field(default_factory=set)  # (module, name) that the check used
    watched: list[Watched] = field(default_factory=list)  # forbidden things that ran
    rewritten: list[str] = field(default_factory=list)  # what of the check's own the student's code wrote into
    losses: list[Ending] = field(default_factory=list)  # workers that ended before they were closed, further ones too


class _Noting(Connection):
    """A connection that, when it is closed, notes what forbidden things ran and whether its worker was lost before."""

    def __init__(self, worker: Worker, visit: Visit) -> None:
        super().__init__(worker)
        self._visit = visit
        self._noted = False

    def close(self) -> Ending:
        if self._noted:
            return super().close()
        self._noted = True
        self._visit.rewritten.extend(self.rewritten)
        try:
            self._visit.watched.extend(self.watched())
        except WorkerLost:
            pass
        except Exception:  # the answer to a question of the judge's own can't be an honest exception
            self._visit.losses.append(Ending(Cause.PROTOCOL, "did not say what ran"))
        lost = self.ending is not None
        ending = super().close()
        if lost or ending.cause is not None:  # a stream that ended by itself is an end, with whatever exit status
            self._visit.losses.append(ending if ending.cause is not None else replace(ending, cause=Cause.EXITED))
        return ending


class Bench:
    """Workers for one exercise."""

    def __init__(self, sandbox: Sandbox, subject: Subject) -> None:
        self.sandbox = sandbox
        self.subject = subject

    @contextmanager
    def visit(self, program: Program, limits: Limits, watch: Watch | None = None) -> Iterator[Visit]:
        """A worker that has imported the program, or a visit that says why there is none. It ends with the block."""
        visit = Visit()
        try:
            connection = _Noting(self.sandbox.open(limits), visit)
        except InfrastructureFault as fault:
            visit.ending = Ending(Cause.INFRASTRUCTURE, str(fault))
            yield visit
            return
        self.subject.factory = lambda: self._another(program, limits, watch, visit)
        self.subject.attach(connection)
        try:
            _load(visit, connection, program, limits, watch)
            yield visit
        finally:
            visit.used = set(self.subject.used)
            self.subject.detach()
            ending = connection.close()
            lost = (loss for loss in visit.losses if loss.cause is not None)
            visit.ending = replace(next(lost, ending), captured=ending.captured)

    def _another(self, program: Program, limits: Limits, watch: Watch | None, visit: Visit) -> Connection:
        """A further worker with the same program, for a check that compares fresh processes."""
        connection = _Noting(self.sandbox.open(limits), visit)
        try:
            connection.start(files=program.files, threads=limits.threads, watch=watch)
            connection.import_module(program.module)
        except BaseException:
            connection.close()
            raise
        return connection


def _load(visit: Visit, connection: Connection, program: Program, limits: Limits, watch: Watch | None) -> None:
    try:
        connection.start(files=program.files, threads=limits.threads, watch=watch)
        connection.import_module(program.module)
        visit.loaded = True
    except BaseException as error:  # whatever the student's module raises, SystemExit included
        if isinstance(error, KeyboardInterrupt) and student_trace(error) is None:
            raise  # a real Ctrl-C
        visit.load_error = error
