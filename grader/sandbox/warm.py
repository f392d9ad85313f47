"""What the drivers with a zygote share: one cell, workers forked in it, spares forked ahead, restarts, the end."""

import atexit
import base64
import contextlib
import math
import os
import socket
import threading
from abc import ABC, abstractmethod
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Self, TypeVar

from grader.faults import InfrastructureFault
from grader.sandbox.cell import Cell, CellDied
from grader.sandbox.cgroups import Groups, NoGroups, task_limit
from grader.sandbox.command import ENVIRONMENT, thread_variables
from grader.sandbox.life import ForkedLife, IsolatedLife
from grader.sandbox.meter import Meter
from grader.sandbox.output import PipedOutput
from grader.sandbox.protocol import MIB, Ending, Limits
from grader.sandbox.remedies import explained
from grader.sandbox.seccomp import compiled_filter
from grader.sandbox.watched import WatchedWorker
from grader.sandbox.watcher import Watcher

SERVE, PROBE = "grader.worker.serve", "grader.worker.probe"
_SPARE_SECONDS = 20.0
_STOCKERS = 2  # making a worker is mostly waiting for the kernel (control groups), so two at once take no longer
_RESTARTS = 3  # in a row, without a worker that came up in between
T = TypeVar("T")


class IsolatedWorker(WatchedWorker):
    """A WatchedWorker that tells its driver when it is over."""

    on_close: Callable[["IsolatedWorker"], None] | None = None

    def close(self) -> Ending:
        ending = super().close()
        if self.on_close is not None:
            self.on_close(self)
            self.on_close = None
        return ending


class WarmSandbox(ABC):
    """Workers of one cell. A driver says how a cell starts (``_start_cell``) and calls ``_start`` when it is set up.

    Thread safe; ``close`` is idempotent.
    """

    def __init__(self) -> None:
        self._groups: Groups = NoGroups()
        self._gpus = False  # whether workers may talk to devices, where there are any
        self._watcher = Watcher()
        self._lock = threading.Lock()  # of spares; never held while something is started
        self._restarting = threading.Lock()
        self._stocked = threading.Condition(self._lock)
        self._spares: dict[Limits, deque[IsolatedWorker]] = defaultdict(deque)
        self._wanted: Counter[Limits] = Counter()
        self._failures = 0
        self._compiler = False  # whether the zygote has torch's compiler imported
        self._closed = False
        self._owner = os.getpid()
        # bwrap dies with the thread that started it, so one thread starts every cell and lives as long as this does.
        self._keeper = ThreadPoolExecutor(1, "sandbox keeper")
        self._undertaker = ThreadPoolExecutor(1, "sandbox undertaker")
        self._stockers = ThreadPoolExecutor(_STOCKERS, "sandbox stock")
        self._making: Counter[Limits] = Counter()
        self._cell: Cell | None = None
        atexit.register(self.close)

    def _start(self) -> None:
        try:
            compiled_filter(False)
            self._cell = self._on_keeper(self._first_cell)
        except BaseException:
            self.close()
            raise

    def _first_cell(self) -> Cell:
        return self._new_cell()

    def _new_cell(self) -> Cell:
        """Closed at once when the sandbox was closed (Ctrl-C) while it started."""
        cell = self._start_cell()
        if self._compiler:
            cell.warm_compiler()
        if self._closed:
            cell.close()
            raise InfrastructureFault("This sandbox is closed.")
        return cell

    @abstractmethod
    def _start_cell(self) -> Cell:
        """A new cell that can fork."""

    def _uid(self) -> int | None:
        """A user for the next worker to become, where it gets no user namespace of its own."""
        return None

    def _on_keeper(self, work: Callable[[], T]) -> T:
        future: Future[T] = self._keeper.submit(work)
        return future.result()

    @property
    def memory_limit(self) -> str:
        """Which kernel mechanism bounds memory: "cgroup v1", "cgroup v2", "none"."""
        return self._groups.name

    def prepare(self, limits: Limits, count: int = 1, *, compiler: bool = False) -> None:
        """Keep ``count`` spares of these limits, and none of others, from now on; they are made in the background.

        The first time, ``compiler`` takes over a second and costs the spares.
        """
        if compiler and not self._compiler:
            self._warm_compiler()
        with self._lock:
            self._wanted.clear()
            self._wanted[limits] = count
            surplus = [self._spares[kept].pop() for kept in self._spares for _ in range(self._surplus(kept))]
        for worker in surplus:
            self._see_off(worker.close)
        self._restock(limits)

    def _warm_compiler(self) -> None:
        """A fault here is told by the next ``open``, which meets it too."""
        with contextlib.suppress(InfrastructureFault):
            if self._cell is not None:
                self._cell.warm_compiler()
        with self._lock:
            self._compiler = True
            early = [queue.popleft() for queue in self._spares.values() for _ in range(len(queue))]
        for worker in early:
            self._see_off(worker.close)

    def _restock(self, limits: Limits) -> None:
        with contextlib.suppress(RuntimeError):  # the sandbox is closing
            for _ in range(min(self._wanted[limits], _STOCKERS)):
                self._stockers.submit(self._stock, limits)

    def _surplus(self, limits: Limits) -> int:
        return max(0, len(self._spares[limits]) - self._wanted[limits])

    def _stock(self, limits: Limits) -> None:
        """On a stocker's thread. A fault here is told by the next ``open``, which meets it too."""
        with contextlib.suppress(InfrastructureFault, RuntimeError):
            while self._claim(limits):
                worker, compiler = None, self._compiler
                try:
                    worker = self._make(limits)
                finally:
                    self._put_by(limits, worker, outdated=compiler is not self._compiler)

    def _claim(self, limits: Limits) -> bool:
        """Whether one more spare is wanted; if so, it counts as being made."""
        with self._lock:
            wanted = self._wanted[limits] - len(self._spares[limits]) - self._making[limits]
            if self._closed or wanted <= 0:
                return False
            self._making[limits] += 1
            return True

    def _put_by(self, limits: Limits, worker: IsolatedWorker | None, outdated: bool) -> None:
        """Into the stock, unless it is wanted no more; None where it could not be made."""
        with self._stocked:
            self._making[limits] -= 1
            kept = not (self._closed or outdated) and len(self._spares[limits]) < self._wanted[limits]
            if kept and worker is not None:
                self._spares[limits].append(worker)
            self._stocked.notify_all()
        if not kept and worker is not None:
            worker.close()

    def open(self, limits: Limits) -> IsolatedWorker:
        if self._closed:
            raise InfrastructureFault("This sandbox is closed.")
        worker = self._hand_out(self._take_spare(limits) or self._make_or_restart(limits, SERVE))
        if self._wanted[limits]:
            self._restock(limits)
        return worker

    def open_probe(self, limits: Limits) -> IsolatedWorker:
        """A worker that runs ``grader.worker.probe`` instead of serving a submission."""
        return self._hand_out(self._make_or_restart(limits, PROBE))

    def _hand_out(self, worker: IsolatedWorker) -> IsolatedWorker:
        worker.hand_out()
        worker.on_close = self._watcher.remove
        worker.later = self._see_off
        self._watcher.add(worker)
        return worker

    def _see_off(self, work: Callable[[], object]) -> None:
        try:
            self._undertaker.submit(work)
        except RuntimeError:  # the sandbox is closing
            work()

    def _take_spare(self, limits: Limits) -> IsolatedWorker | None:
        """The next spare, waiting for one that is being made; None where there is none to be had."""
        spares = self._spares[limits]
        while True:
            with self._stocked:
                self._stocked.wait_for(lambda: spares or self._closed or not self._making[limits], _SPARE_SECONDS)
                worker = spares.popleft() if spares else None
            if worker is None or not worker.over:
                return worker
            worker.close()

    def _make_or_restart(self, limits: Limits, server: str) -> IsolatedWorker:
        while True:
            if self._closed:
                raise InfrastructureFault("This sandbox is closed.")
            cell = self._cell
            try:
                worker = self._make(limits, server)
            except CellDied as death:
                self._restart(cell, death)
            except OSError as error:
                raise explained(str(error), None) from error
            else:
                self._failures = 0
                return worker

    def _restart(self, dead: Cell | None, death: CellDied) -> None:
        """Replace the dead cell, unless another thread has done so."""
        with self._restarting:
            if self._cell is not dead:
                return
            self._failures += 1
            if self._failures > _RESTARTS:
                raise InfrastructureFault(f"The sandbox died {self._failures} times in a row. {death}")
            if dead is not None:
                dead.close()
            self._cell = self._on_keeper(self._new_cell)

    def _make(self, limits: Limits, server: str = SERVE) -> IsolatedWorker:
        """One isolated worker that waits for its first message."""
        cell = self._cell
        if cell is None:
            raise CellDied("The sandbox has no zygote.")
        with contextlib.ExitStack() as undo:
            uid = self._uid()
            near, far = (undo.enter_context(end) for end in socket.socketpair())
            life_pair = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            life_socket, life_end = (undo.enter_context(end) for end in life_pair)
            life = self._new_life(cell, life_socket, limits, uid)
            undo.callback(life.release)
            undo.callback(life.kill)
            meter = self._new_meter(limits, uid)
            undo.callback(meter.close)
            pipes = [os.pipe2(os.O_CLOEXEC) for _ in range(2)]
            output = PipedOutput([reader for reader, _ in pipes], limits.output_bytes)
            undo.callback(output.close)
            writers = [writer for _, writer in pipes]
            try:
                handed = [life_end.fileno(), far.fileno(), *writers, *life.handed(), *meter.entries()]
                cell.fork(self._request(limits, server, uid), handed)
            finally:
                for writer in writers:
                    os.close(writer)
            life_end.close()
            far.close()
            life.await_ready()
            meter.follow(life.processes())
            undo.pop_all()
        return IsolatedWorker(near, limits, life, meter, output)

    def _new_life(self, cell: Cell, end: socket.socket, limits: Limits, uid: int | None) -> ForkedLife:
        return IsolatedLife(end, cell, cell.make_namespaces(limits.disk_bytes, limits.network, uid))

    def _new_meter(self, limits: Limits, uid: int | None) -> Meter:
        return self._groups.new(limits)

    def _request(self, limits: Limits, server: str, uid: int | None) -> dict[str, Any]:
        program = compiled_filter(limits.network, self._gpus)
        return {
            "server": server,
            "uid": uid,
            "limits": resource_limits(limits, counted=self._groups.name != "none"),
            "filter": base64.b64encode(program).decode(),
            "environment": {**ENVIRONMENT, **thread_variables(limits.threads)},
        }

    def close(self) -> None:
        if os.getpid() != self._owner:
            return  # a forked copy of the judge, which owns nothing
        with self._lock:
            if self._closed:
                return
            self._closed = True
            spares = [worker for queue in self._spares.values() for worker in queue]
            self._spares.clear()
        atexit.unregister(self.close)
        for worker in (*spares, *self._watcher.workers()):
            if isinstance(worker, IsolatedWorker):
                worker.close()
        self._watcher.stop()
        self._stockers.shutdown(wait=True, cancel_futures=True)
        self._undertaker.shutdown(wait=True)
        if self._cell is not None:
            self._cell.close()
        self._keeper.shutdown(wait=True, cancel_futures=True)
        self._groups.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def resource_limits(limits: Limits, counted: bool) -> dict[str, int]:
    """Per-process limits, a backstop above what is counted: a cgroup or the watcher's samples tell what was passed."""
    tasks = task_limit(limits)
    values = {
        "RLIMIT_CPU": math.ceil(limits.cpu_seconds) + 2,
        "RLIMIT_FSIZE": limits.disk_bytes,
        "RLIMIT_NOFILE": 1024,
        "RLIMIT_CORE": 0,
        "RLIMIT_NPROC": 2 * tasks if counted else tasks + 1,
        "RLIMIT_STACK": 64 * MIB,
        "RLIMIT_MEMLOCK": 0,
        "RLIMIT_MSGQUEUE": 0,
        "RLIMIT_SIGPENDING": 1024,
    }
    if not counted:
        values["RLIMIT_AS"] = 2 * limits.memory_bytes
    return values
