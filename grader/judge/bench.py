"""Where checks run: a fresh worker a visit, with a program in it, and the checks' module proxies attached to it.

While a check runs, the next one's worker imports the program.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import NamedTuple

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
        self.visit = visit
        self._noted = False

    def abandon(self) -> None:
        """End a worker of which nobody wants to know anything."""
        self._noted = True
        self.close()

    def close(self) -> Ending:
        if self._noted:
            return super().close()
        self._noted = True
        self.visit.rewritten.extend(self.rewritten)
        try:
            self.visit.watched.extend(self.watched())
        except WorkerLost:
            pass
        except Exception:  # the answer to a question of the judge's own can't be an honest exception
            self.visit.losses.append(Ending(Cause.PROTOCOL, "did not say what ran"))
        lost = self.ending is not None
        ending = super().close()
        if lost or ending.cause is not None:  # a stream that ended by itself is an end, with whatever exit status
            self.visit.losses.append(ending if ending.cause is not None else replace(ending, cause=Cause.EXITED))
        return ending


class _Wanted(NamedTuple):
    """What a worker is for."""

    program: Program
    limits: Limits
    watch: Watch | None


class Bench:
    """Workers for one exercise."""

    def __init__(self, sandbox: Sandbox, subject: Subject) -> None:
        self.sandbox = sandbox
        self.subject = subject
        self._ahead: tuple[_Wanted, _Noting] | None = None

    @contextmanager
    def visit(
        self, program: Program, limits: Limits, watch: Watch | None = None, then: Limits | None = None
    ) -> Iterator[Visit]:
        """A worker that has imported the program, or a visit that says why there is none. It ends with the block.

        Meanwhile another one with the limits ``then`` is made ready for the next visit.
        """
        wanted = _Wanted(program, limits, watch)
        try:
            connection = self._taken(wanted) or self._begun(wanted, Visit())
        except InfrastructureFault as fault:
            yield Visit(ending=Ending(Cause.INFRASTRUCTURE, str(fault)))
            return
        visit = connection.visit
        self.subject.factory = lambda: self._another(wanted, visit)
        self.subject.attach(connection)
        try:
            _load(visit, connection)
            if then is not None and visit.loaded:
                self._make_ready(_Wanted(program, then, watch))
            yield visit
        finally:
            visit.used = set(self.subject.used)
            self.subject.detach()
            ending = connection.close()
            lost = (loss for loss in visit.losses if loss.cause is not None)
            visit.ending = replace(next(lost, ending), captured=ending.captured)

    def release(self) -> None:
        """End the worker that was made ready for a visit which did not come."""
        ahead, self._ahead = self._ahead, None
        if ahead is not None:
            ahead[1].abandon()

    def _begun(self, wanted: _Wanted, visit: Visit) -> _Noting:
        """A worker that is importing the program."""
        program, limits = wanted.program, wanted.limits
        connection = _Noting(self.sandbox.open(limits), visit)
        try:
            connection.begin(program.files, limits.threads, wanted.watch, program.module)
        except BaseException:
            connection.abandon()
            raise
        return connection

    def _make_ready(self, wanted: _Wanted) -> None:
        """A fault here is told by the next visit, which meets it too."""
        if self._ahead is None or self._ahead[0] != wanted:
            self.release()
            with suppress(InfrastructureFault):
                self._ahead = wanted, self._begun(wanted, Visit())

    def _taken(self, wanted: _Wanted) -> _Noting | None:
        """The worker that was made ready, where it is such a one."""
        if self._ahead is None or self._ahead[0] != wanted:
            return None
        (_, connection), self._ahead = self._ahead, None
        return connection

    def _another(self, wanted: _Wanted, visit: Visit) -> Connection:
        """A further worker with the same program, for a check that compares fresh processes."""
        connection = self._begun(wanted, visit)
        try:
            connection.await_begun()
        except BaseException:
            connection.close()
            raise
        return connection


def _load(visit: Visit, connection: Connection) -> None:
    try:
        connection.await_begun()
        visit.loaded = True
    except BaseException as error:  # whatever the student's module raises, SystemExit included
        if isinstance(error, KeyboardInterrupt) and student_trace(error) is None:
            raise  # a real Ctrl-C
        visit.load_error = error
