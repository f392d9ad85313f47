"""A real Dask scheduler and workers as processes: the same marks as here, also when a worker is killed."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from grader.batch.cluster import ClusterExecutor
from grader.batch.intake import take_in
from grader.batch.job import Graded, Job
from grader.batch.journal import Journal
from grader.batch.pool import Setting
from grader.batch.run import Run
from grader.course import load_course
from grader.faults import InfrastructureFault
from tests.batch.stand_in import MEANS, POINTS, SCALE, STANDARDISE, TINY, points

pytestmark = [
    pytest.mark.sandbox, pytest.mark.slow, pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),  # Dask's own
]  # fmt: skip
ROOT = Path(__file__).parents[2]
COURSE = load_course(TINY)
ALL = (SCALE, MEANS, STANDARDISE)


def dask(*arguments: str, log: Path) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with log.open("wb") as file:
        return subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_" + arguments[0], *arguments[1:], "--no-dashboard"],
            env=environment, stdout=file, stderr=file, cwd=log.parent, start_new_session=True,
        )  # fmt: skip


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    folder = tmp_path_factory.mktemp("dask")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    started = [dask("scheduler", "--host", address, log=folder / "scheduler.log")]
    for at in range(2):
        started.append(
            dask(
                "worker",
                address,
                "--nthreads",
                "1",
                "--no-nanny",
                "--memory-limit",
                "0",
                log=folder / f"worker{at}.log",
            )
        )
    try:
        yield address, started[1:]
    finally:
        for process in started:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


class Killing:
    """Kills one worker of the cluster after the first result."""

    def __init__(self, executor: ClusterExecutor, worker: subprocess.Popen[bytes]) -> None:
        self._executor = executor
        self._worker = worker
        self.current: list[str] = []

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Graded]]:
        for job, graded in self._executor.run(jobs):
            yield job, graded
            if self._worker.poll() is None:
                os.killpg(self._worker.pid, signal.SIGKILL)
                self._worker.wait()

    def close(self) -> None:
        self._executor.close()


def test_a_lost_workers_answers_are_graded_by_another(
    tmp_path: Path, cluster: tuple[str, list[subprocess.Popen[bytes]]]
) -> None:
    address, workers = cluster
    root = tmp_path / "class"
    for at in range(4):
        (root / f"s{at}").mkdir(parents=True)
        for id in ALL:
            exercise = COURSE.exercise(id)
            text = "def scale(x, f):\n    return x\n" if (at, id) == (3, SCALE) else exercise.reference.read_text()
            (root / f"s{at}" / exercise.file).write_text(f"{text}\n# {at}\n")
    with Journal(tmp_path / "journal.sqlite") as journal:
        run = Run(journal, COURSE, [COURSE.exercise(id) for id in ALL])
        run.take(take_in(root, [COURSE.exercise(id).name for id in ALL]))
        with contextlib.closing(Killing(ClusterExecutor(Setting(TINY, "auto"), address), workers[0])) as executor:
            tally = run.grade_all(executor)
        assert workers[0].poll() is not None
        assert (tally.to_do, tally.done, tally.failed) == (12, 12, 0)
        found = points(journal)
    assert found.pop(("s3", 1, SCALE)) not in (None, POINTS[SCALE])
    assert found == {key: POINTS[key[2]] for key in found}


def test_no_scheduler_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.batch.cluster._CONNECT_SECONDS", 1)
    began = time.monotonic()
    with pytest.raises(InfrastructureFault, match="There is no Dask scheduler to be reached at"):
        ClusterExecutor(Setting(TINY, "auto"), "tcp://127.0.0.1:9")
    assert time.monotonic() - began < 60
