"""What the docker sandbox takes: latency cold and warm, submissions a minute, memory a container. Prints a table.

Uses the engine and the image that the tests use, starting and building them where they are not there.

    python -m benchmarks.containers [--rounds 5] [--submissions 6]
"""

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from grader.course import Course, Exercise, find_course, resolve_targets
from grader.judge.session import grade
from grader.sandbox import open_sandbox
from grader.sandbox.docker import DockerSandbox, DockerSettings
from grader.sandbox.docker.container import ContainerCell
from grader.sandbox.docker.groups import counters_of
from grader.sandbox.docker.sandbox import Container
from grader.sandbox.probe import ask
from grader.sandbox.protocol import MIB, Limits, Sandbox
from grader.submission import Submission, SubmittedFile
from tests.support.docker_engine import grading_engine

QUESTION = "import torch\nresult = torch.ones(2).sum().item()"
Row = tuple[str, str]


def timed(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def first_answer(sandbox: DockerSandbox | Container) -> float:
    """From ``open`` to the first answer of a worker."""

    def work() -> None:
        with closing(sandbox.open_probe(Limits())) as worker:
            ask(worker, QUESTION)

    return timed(work)


def next_submission(sandbox: DockerSandbox) -> float:
    """From a submission in hand to its first answer, where its container was started ahead."""
    assert sandbox._ready, "from the second submission on, the next one's container is started ahead"
    sandbox._ready[0].result()
    begin = time.perf_counter()
    with sandbox.for_submission() as own:
        first_answer(own)
        return time.perf_counter() - begin


def memory(container: Container) -> tuple[int, int]:
    """Bytes of its own that a warm container uses, and that two spares add.

    Pages of files are not counted: whoever reads a file first is charged for what all share.
    """
    cell = container._cell
    assert isinstance(cell, ContainerCell)
    statistics = counters_of(Path("/proc", str(cell.process_id)), cell.id).usage.with_name("memory.stat")

    def used() -> int:
        rows = dict(line.split() for line in statistics.read_text().splitlines())
        return int(rows["anon"] if "anon" in rows else rows["rss"])  # version 2, version 1

    alone = used()
    container.prepare(Limits(), 2)
    while len(container._spares[Limits()]) < 2:
        time.sleep(0.01)
    return alone, used() - alone


def a_minute(exercise: Exercise, course: Course, sandbox: Sandbox, count: int) -> float:
    """Right submissions of one exercise that are graded in a minute, one after the other."""
    answer = SubmittedFile.of(exercise.file, exercise.reference.read_bytes())

    def work() -> None:
        for number in range(count):
            report = grade([exercise], Submission(f"student {number}", {exercise.id: answer}), sandbox, course=course)
            assert report.points == report.max_points, "the right answers must pass"

    return 60 * count / timed(work)


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1e3:.0f} ms"


def rows(rounds: int, submissions: int) -> Iterator[Row]:
    """(what, how much), as it is measured."""
    course = find_course(None)
    (exercise,) = resolve_targets(course, ["ch3.1"])
    begin = time.perf_counter()
    with DockerSandbox(DockerSettings(shared=True)) as sandbox:
        first_answer(sandbox)
        yield "cold: from nothing to the first answer", milliseconds(time.perf_counter() - begin)
        warm = statistics.median(first_answer(sandbox) for _ in range(rounds))
        yield "open to first answer in a warm container", milliseconds(warm)
        used, spares = memory(sandbox._shared())
        yield "memory of a warm container", f"{used / MIB:.0f} MiB"
        yield "memory of a spare worker", f"{spares / 2 / MIB:.1f} MiB"
        a_minute(exercise, course, sandbox, 1)  # the judge's own imports
        rate = a_minute(exercise, course, sandbox, submissions)
        yield "submissions a minute, one shared container", f"{rate:.1f}"
    with DockerSandbox(DockerSettings()) as sandbox:
        yield "submissions a minute, a container each", f"{a_minute(exercise, course, sandbox, submissions):.1f}"
        ahead = statistics.median(next_submission(sandbox) for _ in range(rounds))
        yield "submission to first answer, container started ahead", milliseconds(ahead)
    with open_sandbox("bubblewrap", hidden=[course.root]) as bubblewrap:
        yield "submissions a minute, bubblewrap", f"{a_minute(exercise, course, bubblewrap, submissions):.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--submissions", type=int, default=6, help="at least 2")
    options = parser.parse_args()
    with grading_engine() as engine:
        print(f"{engine.describe()}, one judge, {options.submissions} right submissions of one exercise")
        for what, value in rows(options.rounds, options.submissions):
            print(f"{what:<56} {value:>12}", flush=True)


if __name__ == "__main__":
    main()
