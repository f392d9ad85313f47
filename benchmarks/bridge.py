"""What a call across the boundary costs: ``python benchmarks/bridge.py``. Prints a table of medians and ratios.

Targets: a small call at most 120 µs beyond the call itself; 10 MB there and back at most 4 times two copies of it.
"""

import statistics
import time
from collections.abc import Callable
from typing import Any

import torch
from rich.console import Console
from rich.table import Table

from grader.judge.remote import Connection
from tests.support.forked_worker import ForkedWorker

SOURCE = b"""
import torch
def double(x): return x * 2
def nothing(x): return None
"""


def median(call: Callable[[], Any], repeats: int) -> float:
    """Seconds of the median call, after a tenth of them to warm up."""
    for _ in range(repeats // 10 + 1):
        call()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def main() -> None:
    torch.set_num_threads(1)
    connection = Connection(ForkedWorker())
    connection.start({"subject.py": SOURCE})
    module = connection.import_module("subject")
    double, small, leaf = module.double, torch.randn(3), torch.randn(3, requires_grad=True)
    big = torch.randn(10 * (1 << 20) // 4)
    table = Table("what", "median", "beside", "ratio or difference", "target")

    def row(what: str, call: Callable[[], Any], beside: Callable[[], Any], repeats: int, target: str) -> None:
        ours, theirs = median(call, repeats), median(beside, repeats)
        difference = f"{ours / theirs:.1f} x" if "x" in target else f"+{(ours - theirs) * 1e6:.0f} µs"
        table.add_row(what, f"{ours * 1e6:.0f} µs", f"{theirs * 1e6:.0f} µs", difference, target)

    row("small tensor there and back", lambda: double(small), lambda: small * 2, 2000, "+120 µs")
    row("a number there", lambda: module.nothing(5), lambda: None, 1000, "")
    row("forward and backward", lambda: double(leaf).sum().backward(), lambda: (leaf * 2).sum().backward(), 500, "")
    row("10 MB there and back", lambda: double(big), lambda: (big.clone(), big.clone(), big * 2), 20, "4 x")
    row("10 MB there", lambda: module.nothing(big), lambda: big.clone(), 20, "x")
    connection.close()
    Console().print(table)


if __name__ == "__main__":
    main()
