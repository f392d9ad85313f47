"""Judges on many machines: Dask distributed hands out the jobs, a plugin keeps a warm sandbox on each of its workers.

Submissions and the course travel by value, results come back to the one journal. Dask gives a lost worker's jobs to
others. Start workers with one thread each (``dask worker ADDRESS --nthreads 1 --nworkers auto``): a judge grades one
submission at a time. Scheduler and workers trust each other, and must be reachable by nobody else.
"""

import io
import tempfile
import threading
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from grader.batch.job import Graded, Job, ungraded
from grader.batch.judge import Judge
from grader.batch.pool import Setting
from grader.course.content import course_files
from grader.faults import Fault, InfrastructureFault, UsageFault
from grader.language import say, speaking

try:
    from distributed import Client, WorkerPlugin, as_completed, get_worker
    from distributed.scheduler import KilledWorker
except ImportError:  # pragma: no cover - tests have it
    raise UsageFault(say("--scheduler needs Dask: pip install 'torchgrade[cluster]'.")) from None

PLUGIN = "torchgrade"
GPU = "GPU"  # the resource that GPU workers are started with: --resources GPU=1
_CONNECT_SECONDS = 20
_WORKER_SECONDS = 60
_AHEAD = 2  # jobs a worker: one in hand, one waiting there


class JudgePlugin(WorkerPlugin):
    """One judge a worker, with the course unpacked beside it. A worker of several threads grades in one at a time."""

    name = PLUGIN

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._course = packed_course(setting.course)
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._judge: Judge | None = None
        self._alone: threading.Lock | None = None  # made where it is used: a lock does not travel

    def setup(self, worker: Any) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="torchgrade-course-")
        with zipfile.ZipFile(io.BytesIO(self._course)) as archive:
            archive.extractall(self._folder.name)  # our own, from a scheduler that is trusted
        setting = self._setting
        self._judge = Judge(Path(self._folder.name), setting.sandbox, setting.device, setting.seed, setting.gpus)
        self._alone = threading.Lock()

    def grade(self, job: Job) -> list[Graded]:
        assert self._judge is not None
        assert self._alone is not None
        with self._alone, speaking(self._setting.language):
            return list(self._judge.grade(job))

    def teardown(self, worker: Any) -> None:
        if self._judge is not None:
            self._judge.close()
        if self._folder is not None:
            self._folder.cleanup()


def packed_course(root: Path) -> bytes:
    """The course as a zip in memory."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in course_files(root):
            archive.write(path, path.relative_to(root).as_posix())
    return packed.getvalue()


def grade_job(job: Job) -> list[Graded]:
    """On a worker. A fault of that machine is a result too: the run decides whether to try again."""
    plugin = get_worker().plugins[PLUGIN]
    assert isinstance(plugin, JudgePlugin)
    try:
        return plugin.grade(job)
    except Fault as fault:
        return ungraded(job.exercises, str(fault))


class ClusterExecutor:
    """The workers of one scheduler. Raises InfrastructureFault where it can't be reached."""

    def __init__(self, setting: Setting, address: str) -> None:
        self._resources = {GPU: 1} if setting.device == "cuda" else {}
        try:
            self._client = Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            first = str(error).partition("\n")[0]
            raise InfrastructureFault(
                say("There is no Dask scheduler to be reached at {address}: {first}.", address=address, first=first)
            ) from None
        try:
            self._client.wait_for_workers(1, timeout=_WORKER_SECONDS)
            self._client.register_plugin(JudgePlugin(setting))
        except Exception as error:
            self._client.close()
            raise InfrastructureFault(_no_worker(address, error)) from None
        self._running: dict[Any, Job] = {}

    @property
    def current(self) -> list[str]:
        return [job.student for job in self._running.values()]

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Graded]]:
        """As many jobs are out as keep all workers busy, so that memory does not grow with the class."""
        waiting = iter(jobs)
        finished = as_completed(loop=self._client.loop)
        self._submit(waiting, finished)
        for future in finished:
            job = self._running.pop(future)
            for graded in _outcome(future, job):
                yield job, graded
            self._submit(waiting, finished)

    def _submit(self, waiting: Iterator[Job], finished: Any) -> None:
        room = _AHEAD * max(1, sum(self._client.nthreads().values())) - len(self._running)
        for _, job in zip(range(room), waiting, strict=False):  # in this order no job is taken and dropped
            future = self._client.submit(grade_job, job, pure=False, resources=self._resources)
            self._running[future] = job
            finished.add(future)

    def close(self) -> None:
        for future in self._running:
            future.cancel()
        self._client.close()


def _no_worker(address: str, error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return say(
            "No worker came to the scheduler at {address}: start some with `dask worker {address} --nthreads 1`.",
            address=address,
        )
    first = str(error).partition("\n")[0][:200]
    return say(
        "The workers of {address} can't grade ({kind}: {first}): is torchgrade installed there?",
        address=address,
        kind=type(error).__name__,
        first=first,
    )


def _outcome(future: Any, job: Job) -> list[Graded]:
    try:
        graded: list[Graded] = future.result()
    except KilledWorker:
        return ungraded(job.exercises, say("Every worker that this was given to died."))
    except Exception as error:
        return ungraded(
            job.exercises,
            say("A worker of the cluster failed: {kind}: {error}", kind=type(error).__name__, error=error),
        )
    return graded
