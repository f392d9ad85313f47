"""What a call across the boundary costs: ``python benchmarks/bridge.py``. Prints a table of times and ratios.

Aims: a small call at most 120 µs beyond the call itself; 10 MB there and back, beyond the call itself, at most 4 times
as long as copying it twice. Each call is timed in turn with the same one in this process, so that a busy machine slows
down both; the quietest tenth is given beside the median, since waiting for a processor is no cost of the bridge.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import torch
from rich.console import Console
from rich.table import Table

from grader.judge.remote import Connection
from grader.sandbox import open_sandbox
from grader.sandbox.protocol import Limits

SOURCE = b"""
import time
import torch
def double(x): return x * 2
def nothing(x): return None
def processor_seconds(): return time.process_time()
def model(): return torch.nn.Sequential(*[torch.nn.Linear(8, 8) for _ in range(50)])
"""
LIMITS = Limits(wall_seconds=600, cpu_seconds=600)
Row = tuple[str, str, str]
Call = Callable[[], Any]


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds of one call, sorted."""

    each: tuple[float, ...]

    @property
    def median(self) -> float:
        return self.each[len(self.each) // 2]

    @property
    def quiet(self) -> float:
        """What the quietest tenth of the calls took at most."""
        return self.each[len(self.each) // 10]


def in_turn(calls: Sequence[Call], repeats: int) -> list[Times]:
    """Each call timed, one after the other, after a tenth of the repeats to warm up."""
    times: list[list[float]] = [[] for _ in calls]
    for turn in range(-repeats // 10, repeats):
        for call, noted in zip(calls, times, strict=True):
            start = time.perf_counter()
            call()
            if turn >= 0:
                noted.append(time.perf_counter() - start)
    return [Times(tuple(sorted(noted))) for noted in times]


def _beyond(what: str, across: Call, here: Call, repeats: int, aim: str = "") -> Row:
    """A row of what a call across costs beyond the same call here, in µs."""
    ours, theirs = in_turn((across, here), repeats)
    median, quiet = ((a - b) * 1e6 for a, b in ((ours.median, theirs.median), (ours.quiet, theirs.quiet)))
    took = f"{ours.median * 1e6:.0f} µs across, {theirs.median * 1e6:.0f} µs in process"
    return what, took, f"+{median:.0f} µs (quiet +{quiet:.0f}){aim}"


def _copies(what: str, across: Call, here: Call, copies: Call, repeats: int, aim: str = "") -> Row:
    """A row of what a call across costs beyond the same call here, as a multiple of copying its tensors."""
    ours, theirs, both = in_turn((across, here, copies), repeats)
    median, quiet = (
        (a - b) / c for a, b, c in ((ours.median, theirs.median, both.median), (ours.quiet, theirs.quiet, both.quiet))
    )
    took = f"{ours.median * 1e3:.1f} ms across, {both.median * 1e3:.1f} ms to copy"
    return what, took, f"{median:.1f} x (quiet {quiet:.1f} x){aim}"


def _processor(what: str, across: Call, worker_seconds: Callable[[], float], repeats: int) -> Row:
    """A row of what both processes compute for one call, whoever else is on the machine."""
    judge, worker = time.process_time(), worker_seconds()
    for _ in range(repeats):
        across()
    judge, worker = time.process_time() - judge, worker_seconds() - worker
    each = 1e6 / repeats
    return what, f"{judge * each:.0f} µs here, {worker * each:.0f} µs there", f"{(judge + worker) * each:.0f} µs"


def rows() -> list[Row]:
    """What was called, how long it took, and the ratio or difference with its aim."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        with open_sandbox("auto") as sandbox, closing(Connection(sandbox.open(LIMITS))) as connection:
            connection.start({"subject.py": SOURCE})
            return _rows(connection.import_module("subject"))
    finally:
        torch.set_num_threads(threads)


def _rows(module: Any) -> list[Row]:
    double, nothing, seconds = module.double, module.nothing, module.processor_seconds
    small, leaf, big = torch.randn(3), torch.randn(3, requires_grad=True), torch.randn(10 * (1 << 20) // 4)

    def copy_twice() -> None:
        big.clone()
        big.clone()

    found = [
        _beyond("small tensor there and back", lambda: double(small), lambda: small * 2, 3000, ", aim +120 µs"),
        _processor("small tensor, processor time", lambda: double(small), seconds, 2000),
        _beyond("a number there", lambda: nothing(5), lambda: None, 1000),
        _beyond(
            "forward and backward", lambda: double(leaf).sum().backward(), lambda: (leaf * 2).sum().backward(), 300
        ),
        _copies(
            "10 MB there and back",
            lambda: double(big),
            lambda: big * 2,
            copy_twice,
            40,
            ", aim 4 x",
        ),
        _processor("10 MB there and back, processor time", lambda: double(big), seconds, 20),
        _copies("10 MB there", lambda: nothing(big), lambda: None, big.clone, 40),
    ]
    parameters = list(module.model().parameters())
    what = f"small tensor beside {len(parameters)} parameters"
    found.append(_beyond(what, lambda: double(small), lambda: small * 2, 300))
    return found


def main() -> None:
    table = Table("what", "how long", "ratio or difference")
    for row in rows():
        table.add_row(*row)
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
