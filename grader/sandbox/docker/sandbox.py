"""The docker driver: one hardened container for each submission, started ahead; one fork in it for each worker."""

import atexit
import contextlib
import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Self

from grader.faults import InfrastructureFault
from grader.language import noted, say
from grader.sandbox.barriers import probe_barriers
from grader.sandbox.cell import Cell
from grader.sandbox.docker.container import ContainerCell
from grader.sandbox.docker.engine import Engine, connect
from grader.sandbox.docker.groups import groups_in_container, unlimited
from grader.sandbox.docker.image import require_image, wanted_image
from grader.sandbox.docker.orphans import remove_orphans
from grader.sandbox.docker.settings import DockerSettings
from grader.sandbox.protocol import Barrier, Limits
from grader.sandbox.warm import SERVE, IsolatedWorker, WarmSandbox

_OUTER_REMEDY = noted(
    "Each worker's own limits hold, by sampling. A rootless engine limits containers where the machine has version 2 "
    "of control groups and systemd delegates them; an engine of root limits them everywhere."
)


class Container(WarmSandbox):
    """A warm sandbox in one container. A container that dies is replaced."""

    name = "docker"
    isolation = "full"

    def __init__(
        self, start: Callable[[], ContainerCell], barriers: Callable[["Container"], tuple[Barrier, ...]], gpus: bool
    ) -> None:
        super().__init__()
        self._start_container = start
        self._tell_barriers = barriers
        self._gpus = gpus
        self._start()

    def _start_cell(self) -> Cell:
        cell = self._start_container()
        self._groups.close()
        self._groups = groups_in_container(cell.inner_process, cell.id)
        return cell

    def _make(self, limits: Limits, server: str = SERVE) -> IsolatedWorker:
        if isinstance(self._cell, ContainerCell):
            self._cell.allow(limits)
        return super()._make(limits, server)

    def barriers(self) -> tuple[Barrier, ...]:
        return self._tell_barriers(self)

    def outer_limits(self) -> Barrier:
        """Whether the kernel limits the container as a whole, which workers' own limits lie within."""
        cell = self._cell
        missing = unlimited(cell.inner_process, cell.id) if isinstance(cell, ContainerCell) else ()
        what = ", ".join(map(say, missing))
        detail = say("this engine can't limit: {what}", what=what) if missing else ""
        return Barrier("limits of the container", not missing, detail, say(_OUTER_REMEDY) if missing else "")


class DockerSandbox:
    """Starts its first container on construction (three seconds). Thread safe; ``close`` is idempotent.

    Used as it is, all workers share one container; ``for_submission`` gives a container of its own.
    """

    name = "docker"
    isolation = "full"

    def __init__(self, settings: DockerSettings | None = None, packages: Iterable[str] = ()) -> None:
        self.settings = settings or DockerSettings.from_environment()
        self._lock = threading.Lock()
        self._ready: deque[Future[Container]] = deque()
        self._given = 0
        self._common: Container | None = None
        self._barriers: tuple[Barrier, ...] | None = None
        self._closed = False
        self._owner = os.getpid()
        self._starters = ThreadPoolExecutor(2, "container start")
        self._removers = ThreadPoolExecutor(2, "container end")
        self._engine = connect()
        atexit.register(self.close)
        try:
            self._image = require_image(self._engine, wanted_image(packages, cuda=self.settings.gpus is not None))
            self._removers.submit(remove_orphans, self._engine)
            self._start_one_ahead()
            self._ready[0].result()
        except BaseException:
            self.close()
            raise

    @property
    def engine(self) -> Engine:
        return self._engine

    def _start_one_ahead(self) -> None:
        with self._lock, contextlib.suppress(RuntimeError):  # closing
            gpus = self.settings.gpus is not None
            self._ready.append(self._starters.submit(Container, self._new_cell, self._barriers_seen_from, gpus))

    def _new_cell(self) -> ContainerCell:
        return ContainerCell(self._engine, self.settings, self._image)

    def _take(self) -> Container:
        """The next container that was started ahead; InfrastructureFault with the reason why it did not start."""
        if self._closed:
            raise InfrastructureFault(say("This sandbox is closed."))
        with self._lock:
            started = self._ready.popleft() if self._ready else None
        if started is None:
            self._start_one_ahead()
            return self._take()
        return started.result()

    @contextlib.contextmanager
    def for_submission(self) -> Iterator[Container]:
        """A container that no other submission has been or will be in, unless the settings say ``shared``.

        From the second submission on the next one's is started while this one's is in use.
        """
        if self.settings.shared:
            yield self._shared()
            return
        container = self._take()
        self._given += 1
        if self._given > 1:
            self._start_one_ahead()
        try:
            yield container
        finally:
            with contextlib.suppress(RuntimeError):  # closing: it is then closed with the others
                self._removers.submit(container.close)

    def _shared(self) -> Container:
        with self._lock:
            common = self._common
        if common is None:
            common = self._take()
            with self._lock:
                common, self._common = self._common or common, self._common or common
        return common

    def barriers(self) -> tuple[Barrier, ...]:
        return self._barriers_seen_from(self._shared())

    def _barriers_seen_from(self, container: Container) -> tuple[Barrier, ...]:
        """Each barrier tried for real, in the first container that is asked: all are created alike."""
        if self._barriers is None:
            mode = "forks apart in a shared container" if self.settings.shared else "a container for each submission"
            runtime = self.settings.runtime or self._engine.runtime
            found = probe_barriers(container.open_probe, container.memory_limit)
            self._barriers = (
                Barrier(mode, True, f"{self._engine.describe()}, {runtime}".removesuffix(", ")),
                Barrier("user namespace", True),
                container.outer_limits(),
                *found,
            )
        return self._barriers

    def prepare(self, limits: Limits, count: int = 1, *, compiler: bool = False) -> None:
        self._shared().prepare(limits, count, compiler=compiler)

    def open(self, limits: Limits) -> IsolatedWorker:
        return self._shared().open(limits)

    def open_probe(self, limits: Limits) -> IsolatedWorker:
        return self._shared().open_probe(limits)

    def close(self) -> None:
        if os.getpid() != self._owner:
            return  # a forked copy of the judge, which owns nothing
        with self._lock:
            if self._closed:
                return
            self._closed = True
            waiting = [started for started in self._ready if not started.cancel()]
        atexit.unregister(self.close)
        self._starters.shutdown(wait=True, cancel_futures=True)
        containers = [started.result() for started in waiting if not started.exception()]
        for container in (*containers, *([self._common] if self._common else [])):
            container.close()
        self._removers.shutdown(wait=True)
        self._engine.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()
