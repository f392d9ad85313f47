"""How long a worker takes, and what it costs: prints a table.

Times are medians over ``--rounds`` and depend on the machine and on what else runs there: look at the ratios.
The aims, on two idle cores: 27 ms from ``open`` to the first answer, 3.5 ms when a spare was forked ahead.

    python benchmarks/sandbox.py [--rounds 20] [--without-cgroups]
"""

import argparse
import statistics
import time
from collections.abc import Callable

from grader.sandbox.bubblewrap import PROBE, BubblewrapSandbox, IsolatedWorker
from grader.sandbox.cgroups import NoGroups
from grader.sandbox.probe import ask
from grader.sandbox.process import ProcessSandbox
from grader.sandbox.protocol import Limits

QUESTION = "import torch\nresult = torch.ones(2).sum().item()"


def timed(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def first_answer(sandbox: BubblewrapSandbox) -> float:
    """From ``open`` to the first answer, without a spare."""
    workers: list[IsolatedWorker] = []

    def work() -> None:
        workers.append(sandbox.open_probe(Limits()))
        ask(workers[0], QUESTION)

    seconds = timed(work)
    workers[0].close()
    return seconds


def from_spare(sandbox: BubblewrapSandbox) -> float:
    """The same, when the worker was forked ahead."""
    spare = sandbox._make(Limits(), PROBE)
    seconds = timed(lambda: ask(sandbox._hand_out(spare), QUESTION))
    spare.close()
    return seconds


def closing(sandbox: BubblewrapSandbox) -> float:
    worker = sandbox.open_probe(Limits())
    ask(worker, QUESTION)
    return timed(worker.close)


def small_question(sandbox: BubblewrapSandbox) -> float:
    worker = sandbox.open_probe(Limits())
    ask(worker, QUESTION)
    seconds = timed(lambda: [ask(worker, QUESTION) for _ in range(100)]) / 100
    worker.close()
    return seconds


def clock_pair(sandbox: BubblewrapSandbox) -> float:
    worker = sandbox.open_probe(Limits())

    def work() -> None:
        for _ in range(1000):
            worker.resume()
            worker.pause()

    seconds = timed(work) / 1000
    worker.close()
    return seconds


def cold_process() -> float:
    """A plain Python process for comparison: what every check would cost without a zygote."""
    with ProcessSandbox() as sandbox:
        return timed(lambda: ask(sandbox.open_probe(Limits()), QUESTION))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--without-cgroups", action="store_true")
    options = parser.parse_args()
    begin = time.perf_counter()
    with BubblewrapSandbox(groups=NoGroups() if options.without_cgroups else None) as sandbox:
        rows = [("start of the sandbox (imports torch, warms up)", time.perf_counter() - begin)]
        measurements = (first_answer, from_spare, closing, small_question, clock_pair)
        names = ("open to first answer", "spare to first answer", "close", "one small question", "resume and pause")
        for name, measurement in zip(names, measurements, strict=True):
            rows.append((name, statistics.median(measurement(sandbox) for _ in range(options.rounds))))
        rows.append(("cold process to first answer", cold_process()))
        print(f"memory counted by: {sandbox.memory_limit}; medians of {options.rounds}")
    base = dict(rows)["open to first answer"]
    for name, seconds in rows:
        print(f"{name:48} {seconds * 1e3:12.4f} ms {seconds / base:10.4f} x")


if __name__ == "__main__":
    main()
