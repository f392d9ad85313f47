"""The driver's life: spares, deaths of the zygote, closing, and two judges at once."""

import contextlib
import errno
import os
import signal
import socket
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grader.faults import InfrastructureFault
from grader.sandbox.bubblewrap import BubblewrapSandbox
from grader.sandbox.cgroups import NoGroups
from grader.sandbox.meter import family
from grader.sandbox.probe import ask, tell
from grader.sandbox.protocol import Limits
from grader.verdict import Cause
from tests.support.waiting import until

pytestmark = pytest.mark.sandbox
ROOT = Path(__file__).parents[2]


def test_every_barrier_holds(bubblewrap: Any) -> None:
    assert [barrier for barrier in bubblewrap.barriers() if not barrier.held] == []
    assert bubblewrap.isolation == "full"
    assert bubblewrap.barriers() is bubblewrap.barriers()


def test_no_folder_is_left_while_it_runs(bubblewrap: Any, run: Callable[[str], Any]) -> None:
    command = bubblewrap._cell._process.args
    staged = [Path(word).parent for word in command if word.startswith("/tmp/torchgrade-")]
    assert [folder for folder in staged if folder.exists()] == []
    assert run("import torch; result = torch.__version__")


def test_spares_are_kept_in_stock_and_handed_out(bubblewrap: Any) -> None:
    limits = Limits(wall_seconds=29.0)
    bubblewrap.prepare(limits, 2)
    assert until(lambda: len(bubblewrap._spares[limits]) == 2)
    spare = bubblewrap._spares[limits][0]
    worker = bubblewrap.open(limits)
    assert worker is spare
    assert until(lambda: len(bubblewrap._spares[limits]) == 2)
    assert worker.close().cause is None
    spares = list(bubblewrap._spares[limits])
    bubblewrap.prepare(Limits(wall_seconds=28.0), 0)
    assert not bubblewrap._spares[limits], "only spares of the limits that were asked for last are kept"
    assert until(lambda: all(spare.over for spare in spares))


def test_waiting_as_a_spare_costs_nothing(bubblewrap: Any) -> None:
    limits = Limits(wall_seconds=0.3, cpu_seconds=0.2)
    bubblewrap.prepare(limits, 1)
    assert until(lambda: len(bubblewrap._spares[limits]) == 1)
    time.sleep(0.5)
    worker = bubblewrap.open(limits)
    bubblewrap.prepare(limits, 0)
    time.sleep(0.1)
    ending = worker.close()
    assert ending.cause is None
    assert ending.wall_seconds == 0


def test_closing_does_not_wait_for_the_end_and_leaves_nothing(bubblewrap: Any) -> None:
    worker = bubblewrap.open_probe(Limits())
    ask(worker, "result = 1")
    later: list[Callable[[], object]] = []
    worker.later = later.append
    ending = worker.close()
    assert ending.cause is None
    assert ending.cpu_seconds > 0
    assert len(later) == 1, "the end of a healthy worker is nobody's to wait for"
    later[0]()
    assert worker._life._status is not None


def test_two_open_workers_do_not_disturb_each_other(bubblewrap: Any) -> None:
    looping, good = bubblewrap.open_probe(Limits(wall_seconds=0.3)), bubblewrap.open_probe(Limits())
    tell(looping, "while True: pass")
    assert ask(good, "import torch; result = torch.ones(2).sum().item()") == 2
    assert until(lambda: bool(looping.over))
    assert looping.close().cause is Cause.TIMEOUT
    assert ask(good, "result = 5") == 5
    assert good.close().cause is None


def test_a_worker_can_be_ended_from_another_thread_while_it_is_waited_for(bubblewrap: Any) -> None:
    worker = bubblewrap.open_probe(Limits(wall_seconds=60, cpu_seconds=60))
    tell(worker, "while True: pass")
    ender = threading.Timer(0.1, worker.kill)
    ender.start()
    with contextlib.suppress(ConnectionError):
        assert worker.channel.recv(1) == b""  # the end of the stream
    ender.join()
    assert worker.close().cause is not None
    worker.kill()  # nothing is left to be ended


@pytest.mark.parametrize("name", ["pipe2", "socketpair"])
def test_a_judge_out_of_descriptors_is_told_so(bubblewrap: Any, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    def refuse(*arguments: object) -> None:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    if name == "pipe2":
        monkeypatch.setattr(os, "pipe2", refuse)
    else:
        monkeypatch.setattr(socket, "socketpair", refuse)
    with pytest.raises(InfrastructureFault, match="ulimit -n"):
        bubblewrap.open_probe(Limits())
    monkeypatch.undo()
    worker = bubblewrap.open_probe(Limits())
    assert ask(worker, "result = 1") == 1
    worker.close()


def test_nothing_is_left_open_by_a_worker(bubblewrap: Any) -> None:
    def once() -> int:
        worker = bubblewrap.open_probe(Limits())
        ask(worker, "result = 1")
        worker.close()
        return len(os.listdir("/proc/self/fd"))

    once()
    assert once() == once()


def test_a_forked_copy_of_the_judge_does_not_end_the_sandbox(bubblewrap: Any) -> None:
    child = os.fork()
    if child == 0:
        bubblewrap.close()
        os._exit(0)
    os.waitpid(child, 0)
    worker = bubblewrap.open_probe(Limits())
    assert ask(worker, "result = 1") == 1
    worker.close()


def test_a_sandbox_that_is_closed_while_it_starts_ends_what_it_started(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[bool] = []

    class Starting:
        def close(self) -> None:
            ended.append(True)

    sandboxes: list[BubblewrapSandbox] = []

    def interrupted(self: BubblewrapSandbox) -> object:
        sandboxes.append(self)
        self._closed = True  # what close() does on another thread
        return Starting()

    monkeypatch.setattr(BubblewrapSandbox, "_start_cell", interrupted)
    with pytest.raises(InfrastructureFault, match="closed"):
        BubblewrapSandbox()
    assert ended == [True]
    sandboxes[0]._closed = False
    sandboxes[0].close()


@pytest.fixture(scope="module")
def mortal() -> Any:
    """A sandbox of its own, to kill."""
    with BubblewrapSandbox() as sandbox:
        yield sandbox


def _processes(sandbox: Any) -> list[int]:
    return family((sandbox._cell._process.pid,))


@pytest.mark.slow
def test_a_worker_of_a_dead_zygote_is_nobodys_fault_and_the_next_one_is_well(mortal: Any) -> None:
    worker = mortal.open_probe(Limits())
    tell(worker, "import time; time.sleep(60)")
    os.kill(_zygote(mortal), signal.SIGKILL)
    with contextlib.suppress(ConnectionResetError):  # where the worker had not read what it was told
        assert worker.channel.recv(1) == b""
    ending = worker.close()
    assert (ending.cause, ending.fact) == (Cause.INFRASTRUCTURE, "the sandbox itself ended")
    fresh = mortal.open_probe(Limits())
    assert ask(fresh, "result = 1") == 1
    assert fresh.close().cause is None


@pytest.mark.slow
def test_the_compiler_is_imported_once_for_all_workers_and_only_when_it_is_asked_for(mortal: Any) -> None:
    """Spares from before are not handed out; a new zygote has it too."""
    imported = "import sys; result = 'torch._dynamo' in sys.modules"
    optimizer = """
import torch, time
begin = time.process_time()
torch.optim.AdamW([torch.nn.Parameter(torch.ones(2))]).step()
result = time.process_time() - begin
"""

    def answers(source: str) -> Any:
        with contextlib.closing(mortal.open_probe(Limits())) as worker:
            return ask(worker, source)

    assert answers(imported) is False
    mortal.prepare(Limits(), 2)
    assert until(lambda: len(mortal._spares[Limits()]) == 2)
    early = list(mortal._spares[Limits()])
    mortal.prepare(Limits(), 2, compiler=True)
    assert until(lambda: len(mortal._spares[Limits()]) == 2)
    assert not set(early) & set(mortal._spares[Limits()])
    assert until(lambda: all(worker.over for worker in early))
    assert answers(imported) is True
    assert answers(optimizer) < 0.3
    mortal.prepare(Limits(), 0)
    os.kill(_zygote(mortal), signal.SIGKILL)
    assert answers(imported) is True


def _zygote(sandbox: Any) -> int:
    lines = {pid: _line(pid) for pid in _processes(sandbox)}
    return next(pid for pid, line in lines.items() if b"worker.zygote" in line and b"worker.holder" not in line)


def _line(pid: int) -> bytes:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


@pytest.mark.slow
def test_a_zygote_that_keeps_dying_is_given_up_with_one_sentence(mortal: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mortal, "_new_cell", lambda: None)
    mortal._cell.close()
    with pytest.raises(InfrastructureFault, match="died 4 times in a row"):
        mortal.open_probe(Limits())
    monkeypatch.undo()
    mortal._failures = 0
    mortal._cell = mortal._on_keeper(mortal._new_cell)
    worker = mortal.open_probe(Limits())
    assert ask(worker, "result = 2") == 2
    worker.close()


@pytest.mark.slow
def test_closing_ends_everything_and_can_be_done_twice() -> None:
    with BubblewrapSandbox() as sandbox:
        worker = sandbox.open_probe(Limits())
        processes = _processes(sandbox)
        assert len(processes) >= 4
        folders = list(getattr(sandbox._groups, "_parents", {}).values())
        sandbox.close()
        assert worker.close().cause is None
        sandbox.close()
    assert until(lambda: not any(os.path.exists(f"/proc/{pid}") for pid in processes))
    assert [folder for folder in folders if folder.exists()] == []
    with pytest.raises(InfrastructureFault, match="closed"):
        sandbox.open(Limits())


JUDGE = """
import sys, time
from grader.sandbox.bubblewrap import BubblewrapSandbox
from grader.sandbox.meter import family
from grader.sandbox.probe import ask, tell
from grader.sandbox.protocol import Limits

sandbox = BubblewrapSandbox()
worker = sandbox.open_probe(Limits())
assert ask(worker, "result = 3") == 3
print(*family((sandbox._cell._process.pid,)), flush=True)
{ending}
"""


def _judge(ending: str) -> "subprocess.Popen[str]":
    source = textwrap.dedent(JUDGE).format(ending=ending)
    return subprocess.Popen(
        [sys.executable, "-c", source], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)}, start_new_session=True,
    )  # fmt: skip


@pytest.mark.slow
def test_two_judges_at_once_and_neither_leaves_anything_when_interrupted_or_killed() -> None:
    interrupted, killed = _judge("time.sleep(60)"), _judge("time.sleep(60)")
    left: list[int] = []
    for judge in (interrupted, killed):
        assert judge.stdout
        left += map(int, judge.stdout.readline().split())
    assert len(left) >= 8
    os.killpg(interrupted.pid, signal.SIGINT)  # Ctrl-C
    assert interrupted.wait(60) != 0
    killed.kill()
    assert until(lambda: not any(os.path.exists(f"/proc/{pid}") for pid in left))
    for judge in (interrupted, killed):
        judge.communicate()


@pytest.mark.slow
def test_without_control_groups_memory_and_processes_are_sampled() -> None:
    with BubblewrapSandbox(groups=NoGroups()) as sandbox:
        worker = sandbox.open_probe(Limits(memory_bytes=128 << 20))
        source = "import time\ndata = [bytearray(1 << 20) for _ in range(100)]\nresult = 1"
        assert ask(worker, source) == 1, "what it shares with the zygote is not its own"
        assert worker.close().cause is None
        worker = sandbox.open_probe(Limits(memory_bytes=128 << 20))
        tell(worker, "import os, time\nfor _ in range(3): os.fork()\ndata = b'x' * (60 << 20)\ntime.sleep(20)")
        assert worker.channel.recv(1) == b""
        assert worker.close().cause is Cause.MEMORY
        worker = sandbox.open_probe(Limits(processes=8))
        tell(worker, "import os, time\nwhile True:\n  try: os.fork()\n  except OSError: time.sleep(1)")
        assert worker.channel.recv(1) == b""
        assert worker.close().cause is Cause.PROCESSES
        worker = sandbox.open_probe(Limits(cpu_seconds=0.5))
        tell(worker, "import os\nos.fork()\nwhile True: pass")
        assert worker.channel.recv(1) == b""
        assert worker.close().cause is Cause.TIMEOUT
