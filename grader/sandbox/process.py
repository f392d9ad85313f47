"""The process driver: a plain subprocess, NOT ISOLATED. For a student's own laptop, macOS and Windows included.

Limits are kept as far as the platform has them, so that a hang or a flood ends with a clear cause; nothing keeps the
submission from the machine's files or network. Grading other people's submissions with it is refused elsewhere.
"""

import atexit
import json
import math
import os
import subprocess
import sys
import threading
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import grader
from grader.faults import InfrastructureFault
from grader.sandbox.link import open_link
from grader.sandbox.meter import TreeMeter
from grader.sandbox.output import FileOutput
from grader.sandbox.plainlife import ProcessLife
from grader.sandbox.protocol import Barrier, Ending, Limits
from grader.sandbox.scratch import Scratch
from grader.sandbox.watched import WatchedWorker
from grader.sandbox.watcher import Watcher

# What Python and torch may need of the judge's environment to run at all; everything else stays behind.
_KEPT = """
PATH LANG SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT LD_LIBRARY_PATH DYLD_LIBRARY_PATH DYLD_FALLBACK_LIBRARY_PATH
VIRTUAL_ENV PYTHONPYCACHEPREFIX
"""
_READY_SECONDS = 120.0
_COMMAND = [sys.executable, "-s", "-P", "-m", "grader.worker.plain"]
SERVE, PROBE = "grader.worker.serve", "grader.worker.probe"


class ProcessSandbox:
    """Starts one Python a worker (seconds); ``prepare`` starts spares in the background."""

    name = "process"
    isolation = "none"

    def __init__(self) -> None:
        self._watcher = Watcher()
        self._lock = threading.Lock()
        self._spares: dict[Limits, deque[PlainWorker]] = defaultdict(deque)
        self._wanted: Counter[Limits] = Counter()
        self._closed = False
        self._owner = os.getpid()
        atexit.register(self.close)

    def barriers(self) -> tuple[Barrier, ...]:
        remedy = "Use bubblewrap (Linux) to grade code that you did not write."
        return (Barrier("isolation", False, "not isolated: the code can do what you can do", remedy),)

    def prepare(self, limits: Limits, count: int = 1, *, compiler: bool = False) -> None:
        with self._lock:
            self._wanted[limits] = count
        self._stock(limits)

    def _stock(self, limits: Limits) -> None:
        while not self._closed and len(self._spares[limits]) < self._wanted[limits]:
            self._spares[limits].append(self._make(limits, SERVE))

    def open(self, limits: Limits) -> "PlainWorker":
        with self._lock:
            spares = self._spares[limits]
            worker = spares.popleft() if spares else None
        if worker is None:
            worker = self._make(limits, SERVE)
        self._hand_out(worker)
        with self._lock:
            self._stock(limits)
        return worker

    def open_probe(self, limits: Limits) -> "PlainWorker":
        """A worker that runs ``grader.worker.probe`` instead of serving a submission."""
        return self._hand_out(self._make(limits, PROBE))

    def _hand_out(self, worker: "PlainWorker") -> "PlainWorker":
        worker.await_ready()
        worker.hand_out()
        worker.watcher = self._watcher
        self._watcher.add(worker)
        return worker

    def _make(self, limits: Limits, server: str) -> "PlainWorker":
        if self._closed:
            raise InfrastructureFault("This sandbox is closed.")
        try:
            return self._start(limits, server)
        except OSError as error:
            raise InfrastructureFault(f"A Python process can't be started: {error}.") from error

    def _start(self, limits: Limits, server: str) -> "PlainWorker":
        return start_plain_worker(limits, server)

    def close(self) -> None:
        if os.getpid() != self._owner:
            return  # a forked copy of the judge, which owns nothing
        with self._lock:
            if self._closed:
                return
            self._closed = True
            spares = [worker for queue in self._spares.values() for worker in queue]
        atexit.unregister(self.close)
        for worker in (*spares, *self._watcher.workers()):
            worker.close()
        self._watcher.stop()

    def __enter__(self) -> "ProcessSandbox":
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


class PlainWorker(WatchedWorker):
    watcher: Watcher | None = None

    def await_ready(self) -> None:
        """Until Python and torch are loaded. A worker that ends before that is the machine's fault."""
        self.channel.settimeout(_READY_SECONDS)
        try:
            ready = self.channel.recv(1)
        except OSError:
            ready = b""
        if not ready:
            said = self.close().captured.stderr.strip().splitlines()
            raise InfrastructureFault(f"A Python process with torch did not start: {said[-1] if said else 'no answer'}")
        self.channel.settimeout(None)

    def close(self) -> Ending:
        ending = super().close()
        if self.watcher is not None:
            self.watcher.remove(self)
        return ending


@dataclass(frozen=True, slots=True)
class Wrapping:
    """How another driver has the same process started inside something that isolates it."""

    command: Callable[[list[str], Limits], list[str]]
    orders: Callable[[Limits], dict[str, object]]
    life: type[ProcessLife]


def start_plain_worker(
    limits: Limits, server: str, *, loopback: bool = sys.platform == "win32", wrapping: Wrapping | None = None
) -> PlainWorker:
    """One Python process. ``loopback`` connects by TCP, where descriptors can't be inherited."""
    folder = Scratch()
    root = folder.path
    for name in ("work", "tmp"):
        (root / name).mkdir()
    link = open_link(loopback)
    try:
        with open(root / "stdout", "wb") as stdout, open(root / "stderr", "wb") as stderr:
            process = subprocess.Popen(
                wrapping.command(_COMMAND, limits) if wrapping else _COMMAND,
                stdin=subprocess.PIPE,
                stdout=stdout,
                stderr=stderr,
                cwd=root / "work",
                env=_environment(root, limits),
                pass_fds=link.inherited,
                start_new_session=True,
            )
        orders = {**link.orders, "server": server, "limits": _resource_limits(limits)}
        orders |= wrapping.orders(limits) if wrapping else {}
        assert process.stdin is not None
        with process.stdin as stdin:
            stdin.write(json.dumps(orders).encode() + b"\n")
        channel = link.accept(process)
    except BaseException:
        link.close()
        folder.remove()
        raise
    meter = TreeMeter(limits.memory_bytes, limits.processes + 2 * limits.threads)
    meter.follow((process.pid,))
    output = FileOutput((root / "stdout", root / "stderr"), limits.output_bytes)
    life = wrapping.life if wrapping else ProcessLife
    return PlainWorker(channel, limits, life(process, folder, limits.disk_bytes), meter, output)


def _environment(root: Path, limits: Limits) -> Mapping[str, str]:
    work, scratch = str(root / "work"), str(root / "tmp")
    environment = {name: os.environ[name] for name in _KEPT.split() if name in os.environ}
    environment |= {"HOME": work, "USERPROFILE": work, "TMPDIR": scratch, "TEMP": scratch, "TMP": scratch}
    environment |= {"USER": "student", "USERNAME": "student", "TORCHINDUCTOR_CACHE_DIR": str(root / "tmp" / "inductor")}
    environment |= {"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1"}
    environment |= {f"{library}_NUM_THREADS": str(limits.threads) for library in ("OMP", "OPENBLAS", "MKL")}
    environment["PYTHONPATH"] = str(Path(grader.__file__).parent.parent)
    return environment


def _resource_limits(limits: Limits) -> dict[str, int]:
    values = {
        "RLIMIT_CPU": math.ceil(limits.cpu_seconds) + 30,  # a backstop over the watcher; importing torch counts too
        "RLIMIT_FSIZE": max(limits.disk_bytes, 4 * limits.output_bytes),
        "RLIMIT_CORE": 0,
    }
    if sys.platform == "linux":
        values["RLIMIT_AS"] = 2 * limits.memory_bytes
    return values
