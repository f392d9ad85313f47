"""Every limit, passed in the ways that submissions pass it: the end has its measured cause, and nothing is left."""

import contextlib
import os
import time
from functools import partial
from typing import Any

import pytest

from grader.sandbox.meter import family
from grader.sandbox.probe import ask, tell
from grader.sandbox.protocol import MIB, Limits
from grader.verdict import Cause
from tests.support import probing
from tests.support.waiting import until

pytestmark = pytest.mark.sandbox


end_of = partial(probing.end_of, seconds=10.0)


@pytest.mark.parametrize(
    "source",
    [
        "data = bytearray(512 << 20)\nimport time\ntime.sleep(9)",
        "import torch, time\ndata = [torch.ones(1 << 20) for _ in range(200)]\ntime.sleep(9)",
        "data = []\nwhile True: data.append(bytes(1 << 16))",
        "import os, time\nif os.fork() == 0: data = bytearray(512 << 20)\ntime.sleep(9)",
        "import sys\nsys.setrecursionlimit(10**9)\nf = lambda: [0] * 10000 + f()\nf()",
        "for n in ('/dev/shm/x', '/sandbox/x'): open(n, 'wb').write(bytes(100 << 20))\nimport time\ntime.sleep(9)",
    ],
    ids=["at once", "tensors", "slowly", "in a child", "recursion", "in memory files"],
)
def test_memory(bubblewrap: Any, source: str) -> None:
    if bubblewrap.memory_limit == "none":
        pytest.skip("no cgroup counts memory here")
    ending = end_of(bubblewrap, source, Limits(memory_bytes=128 * MIB, disk_bytes=256 * MIB, wall_seconds=20))
    assert ending.cause is Cause.MEMORY
    assert ending.fact == "used more than 128 MiB of memory"
    assert ending.peak_memory_bytes is not None
    assert 0.8 * 128 * MIB < ending.peak_memory_bytes <= 130 * MIB


def test_a_submission_that_kills_itself_did_not_run_out_of_memory(bubblewrap: Any) -> None:
    ending = end_of(bubblewrap, "import os\nos.kill(os.getpid(), 9)", Limits())
    assert (ending.cause, ending.fact) == (Cause.EXITED, "was ended by signal SIGKILL")
    assert ending.signal == 9


@pytest.mark.parametrize(
    "source",
    [
        "while True: pass",
        "import time\ntime.sleep(60)",
        "import torch\nwhile True: torch.ones(400, 400) @ torch.ones(400, 400)",
    ],
    ids=["loop", "sleep", "inside C"],
)
def test_wall_time(bubblewrap: Any, source: str) -> None:
    begin = time.monotonic()
    ending = end_of(bubblewrap, source, Limits(wall_seconds=0.3))
    assert (ending.cause, ending.fact) == (Cause.TIMEOUT, "ran longer than 0.3 s")
    assert 0.3 <= ending.wall_seconds < 2.0
    assert time.monotonic() - begin < 5


@pytest.mark.parametrize(
    "source",
    ["while True: pass", "import os\nfor _ in range(3): os.fork()\nwhile True: pass"],
    ids=["alone", "in children"],
)
def test_processor_time(bubblewrap: Any, source: str) -> None:
    ending = end_of(bubblewrap, source, Limits(cpu_seconds=0.4, wall_seconds=20))
    assert (ending.cause, ending.fact) == (Cause.TIMEOUT, "used more than 0.4 s of processor time")
    assert 0.4 < ending.cpu_seconds < 3


def test_wall_time_stands_still_while_the_judge_thinks(bubblewrap: Any) -> None:
    worker = bubblewrap.open_probe(Limits(wall_seconds=0.3))
    for _ in range(3):
        assert ask(worker, "result = 1") == 1
        time.sleep(0.2)
    ending = worker.close()
    assert ending.cause is None
    assert ending.wall_seconds < 0.3


@pytest.mark.parametrize(
    "source",
    [
        "import os\nwhile True:\n  try: os.fork()\n  except OSError: pass",
        "import threading, time\nfor _ in range(500): threading.Thread(target=time.sleep, args=(9,)).start()",
        "import os, time\nfor _ in range(64):\n  os.fork() or (os.setsid(), os.fork(), time.sleep(60))\ntime.sleep(9)",
    ],
    ids=["fork bomb", "thread bomb", "daemons"],
)
def test_processes(bubblewrap: Any, source: str) -> None:
    worker = bubblewrap.open_probe(Limits(processes=16, wall_seconds=20))
    roots = worker._life.processes()
    tell(worker, source)
    worker.channel.settimeout(10)
    with contextlib.suppress(TimeoutError):
        worker.channel.recv(1)
    begin = time.monotonic()
    ending = worker.close()
    assert ending.cause is Cause.PROCESSES
    assert ending.fact == "started more than 16 processes or threads"
    assert time.monotonic() - begin < 0.5 + 1.0  # half a second alone; this machine is shared
    assert until(lambda: not any(os.path.exists(f"/proc/{pid}") for pid in roots), 5.0)


def test_each_worker_has_its_own_process_limit(bubblewrap: Any) -> None:
    source = """
import os, time
children = []
for _ in range(20):
    child = os.fork()
    if child == 0:
        time.sleep(60)
    children.append(child)
result = len(children)
"""
    workers = [bubblewrap.open_probe(Limits(processes=24)) for _ in range(3)]
    assert [ask(worker, source) for worker in workers] == [20, 20, 20]
    assert [worker.close().cause for worker in workers] == [None] * 3


def test_closing_ends_daemons_that_left_every_group(bubblewrap: Any) -> None:
    worker = bubblewrap.open_probe(Limits())
    ask(
        worker,
        """
import os, time
for _ in range(8):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.closerange(0, 256)
            time.sleep(600)
        os._exit(0)
    os.wait()
""",
    )
    holder = worker._life.processes()[0]
    inside = family(worker._life.processes())
    assert len(inside) == 10  # pid 1, the worker, eight orphans
    worker.close()
    assert until(lambda: not any(os.path.exists(f"/proc/{pid}") for pid in (*inside, holder)), 5.0)


@pytest.mark.parametrize(
    "source",
    [
        "while True: print('x' * 1000)",
        "import os\nwhile True: os.write(2, b'x' * 65536)",
        "import os\nif os.fork() == 0:\n  while True: os.write(1, b'x')\nimport time\ntime.sleep(9)",
    ],
    ids=["stdout", "stderr", "a child, byte by byte"],
)
def test_output(bubblewrap: Any, source: str) -> None:
    ending = end_of(bubblewrap, source, Limits(output_bytes=100_000))
    assert ending.cause is Cause.OUTPUT
    assert ending.fact == "printed more than 97.7 KiB"
    assert ending.captured.truncated
    assert 0 < len(ending.captured.stdout) + len(ending.captured.stderr) <= 200_000


@pytest.mark.parametrize(
    "source",
    [
        "open('/sandbox/work/x', 'wb', 0).write(bytes(8 << 20))",
        "open('/dev/shm/x', 'wb', 0).write(bytes(8 << 20))",
        "import os\nfor n in range(100000): os.close(os.open(f'/sandbox/work/{n}', os.O_CREAT | os.O_WRONLY))",
    ],
    ids=["work folder", "shared memory", "inodes"],
)
def test_disk(bubblewrap: Any, source: str) -> None:
    source = f"import time\ntry:\n    exec({source!r})\nexcept OSError:\n    pass\ntime.sleep(9)"
    ending = end_of(bubblewrap, source, Limits(disk_bytes=4 * MIB))
    assert ending.cause is Cause.DISK


@pytest.mark.parametrize(
    ("source", "fact", "status"),
    [
        ("import os\nos._exit(0)", "ended the process with exit status 0", 0),
        ("import os\nos._exit(137)", "ended the process with exit status 137", 137),
        ("raise SystemExit(3)", "ended the process with exit status 3", 3),
        ("import ctypes\nctypes.string_at(0)", "crashed: segmentation fault (SIGSEGV)", None),
        ("import os\nos.abort()", "crashed: aborted (SIGABRT)", None),
        (
            "import threading, os, time\nthreading.Thread(target=os._exit, args=(0,)).start()\ntime.sleep(9)",
            "ended the process with exit status 0",
            0,
        ),
    ],
)
def test_a_worker_that_ends_by_itself_says_how(bubblewrap: Any, source: str, fact: str, status: int | None) -> None:
    ending = end_of(bubblewrap, source, Limits())
    assert (ending.cause, ending.fact, ending.exit_status) == (Cause.EXITED, fact, status)


def test_a_worker_that_closes_its_channel_and_stays_is_ended(bubblewrap: Any) -> None:
    ending = end_of(bubblewrap, "import time\nchannel.close()\ntime.sleep(60)", Limits())
    assert (ending.cause, ending.fact) == (Cause.PROTOCOL, "closed its connection to the grader")


def test_a_good_worker_ends_without_a_cause_and_closing_again_says_the_same(bubblewrap: Any) -> None:
    worker = bubblewrap.open_probe(Limits())
    assert ask(worker, "print('hello', end='')\nimport sys\nprint('oops', file=sys.stderr)\nresult = 1") == 1
    assert worker.captured().stdout == "hello"
    ending = worker.close()
    assert (ending.cause, ending.fact, ending.signal) == (None, "", None)
    assert ending.captured.stderr == "oops\n"
    assert worker.close() is ending
    assert worker.captured() == ending.captured


def test_invalid_utf8_in_the_output_is_replaced(bubblewrap: Any) -> None:
    worker = bubblewrap.open_probe(Limits())
    ask(worker, r"import os; os.write(1, b'\xff\xfe ok\n')")
    assert worker.close().captured.stdout == "\ufffd\ufffd ok\n"


def test_the_clock_of_an_answer_that_nobody_waits_for_stands_when_it_is_there(bubblewrap: Any) -> None:
    worker = bubblewrap.open_probe(Limits())
    tell(worker, "import time\ntime.sleep(0.3)\nresult = 1")
    worker.resume_unattended()
    time.sleep(1.0)
    worker.attend()
    assert 0.3 <= worker.wall_seconds < 0.6
    assert worker.channel.recv(1) != b""
    assert worker.close().cause is None


def test_a_worker_that_nobody_attends_to_keeps_its_wall_limit(bubblewrap: Any) -> None:
    worker = bubblewrap.open_probe(Limits(wall_seconds=0.3))
    tell(worker, "import time\ntime.sleep(60)")
    worker.resume_unattended()
    assert until(lambda: bool(worker.over))
    assert worker.close().cause is Cause.TIMEOUT


def test_the_clock_runs_again_for_whoever_attends(bubblewrap: Any) -> None:
    """A worker that said something before its time is up, and then nothing more."""
    worker = bubblewrap.open_probe(Limits(wall_seconds=0.5))
    tell(worker, "channel.sendall(b'x')\nimport time\ntime.sleep(60)")
    worker.resume_unattended()
    time.sleep(0.8)
    assert not worker.over
    worker.attend()
    worker.resume()
    assert until(lambda: bool(worker.over))
    assert worker.close().cause is Cause.TIMEOUT


def test_resume_and_pause_are_cheap(bubblewrap: Any) -> None:
    worker = bubblewrap.open_probe(Limits())
    best = min(_pair_seconds(worker) for _ in range(5))
    worker.close()
    assert best < 4e-6  # two microseconds each


def _pair_seconds(worker: Any) -> float:
    begin = time.perf_counter()
    for _ in range(1000):
        worker.resume()
        worker.pause()
    return (time.perf_counter() - begin) / 1000
