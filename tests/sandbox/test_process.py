"""The process driver: not isolated, but with limits and causes, and portable."""

import contextlib
import os
import time
from collections.abc import Iterator

import pytest

from grader.faults import InfrastructureFault
from grader.sandbox.link import open_link
from grader.sandbox.meter import family
from grader.sandbox.probe import ask, tell
from grader.sandbox.process import PROBE, PlainWorker, ProcessSandbox, start_plain_worker
from grader.sandbox.protocol import MIB, Limits
from grader.verdict import Cause

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def process() -> Iterator[ProcessSandbox]:
    with ProcessSandbox() as sandbox:
        yield sandbox


def stopped(worker: PlainWorker, source: str) -> tuple[Cause | None, str]:
    tell(worker, source)
    worker.channel.settimeout(20)
    with contextlib.suppress(TimeoutError, ConnectionError):
        worker.channel.recv(1)
    ending = worker.close()
    return ending.cause, ending.fact


def test_a_worker_answers_and_its_folder_goes_with_it(process: ProcessSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TORCHGRADE_TEST_SECRET", "x")
    worker = process.open_probe(Limits())
    source = "import os, tempfile, torch; print('hello', end=''); open('f', 'w').close()\n"
    source += (
        "result = [os.getcwd(), tempfile.gettempdir(), os.environ['HOME'], 'TORCHGRADE_TEST_SECRET' in os.environ]"
    )
    work, scratch, home, leaked = ask(worker, source)
    assert os.path.realpath(home) == os.path.realpath(work)
    assert scratch != work
    assert not leaked
    ending = worker.close()
    assert (ending.cause, ending.captured.stdout) == (None, "hello")
    assert not os.path.exists(work)
    assert worker.close() is ending


def test_importing_torch_is_not_counted(process: ProcessSandbox) -> None:
    worker = process.open_probe(Limits(wall_seconds=1.0, cpu_seconds=0.9))
    assert ask(worker, "result = 1") == 1
    ending = worker.close()
    assert ending.cause is None
    assert ending.cpu_seconds < 0.9


@pytest.mark.parametrize(
    ("source", "limits", "cause"),
    [
        ("while True: pass", Limits(wall_seconds=0.3), Cause.TIMEOUT),
        ("while True: pass", Limits(cpu_seconds=0.3), Cause.TIMEOUT),
        ("while True: print('x' * 1000)", Limits(output_bytes=100_000), Cause.OUTPUT),
        ("import time\nopen('f', 'wb').write(bytes(8 << 20))\ntime.sleep(20)", Limits(disk_bytes=4 * MIB), Cause.DISK),
        ("import os\nos._exit(0)", Limits(), Cause.EXITED),
    ],
    ids=["wall", "processor", "output", "disk", "exit"],
)
def test_limits_have_their_causes(process: ProcessSandbox, source: str, limits: Limits, cause: Cause) -> None:
    assert stopped(process.open_probe(limits), source)[0] is cause


def test_closing_ends_its_children_too(process: ProcessSandbox) -> None:
    worker = process.open_probe(Limits())
    ask(worker, "import os, time\nfor _ in range(3): os.fork() or (os.setsid(), time.sleep(600))")
    inside = family((worker._life._process.pid,))  # type: ignore[attr-defined]
    assert len(inside) == 4
    worker.close()
    end = time.monotonic() + 10
    while [pid for pid in inside if _runs(pid)] and time.monotonic() < end:
        time.sleep(0.02)
    assert [pid for pid in inside if _runs(pid)] == []


def _runs(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_the_way_for_platforms_without_inherited_sockets_works() -> None:
    worker = start_plain_worker(Limits(), PROBE, loopback=True)
    worker.await_ready()
    assert ask(worker, "result = sum(range(5))") == 10
    assert worker.close().cause is None


def test_a_stranger_on_the_loopback_interface_is_not_taken_for_the_worker() -> None:
    import socket
    import subprocess
    import sys
    import threading

    link = open_link(loopback=True)
    port, token = link.orders["port"], str(link.orders["token"])
    alive = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)

    def knock(word: str) -> socket.socket:
        knocking = socket.create_connection(("127.0.0.1", port))  # type: ignore[arg-type]
        knocking.sendall(word.encode())
        return knocking

    stranger = knock("x" * len(token))
    friend: list[socket.socket] = []
    later = threading.Timer(0.2, lambda: friend.append(knock(token)))
    later.start()
    channel = link.accept(alive)
    later.join()
    channel.sendall(b"!")
    assert friend[0].recv(1) == b"!"
    assert stranger.recv(1) == b""
    for each in (channel, friend[0], stranger):
        each.close()
    alive.communicate(b"\n")


def test_a_closed_sandbox_refuses() -> None:
    sandbox = ProcessSandbox()
    sandbox.close()
    sandbox.close()
    with pytest.raises(InfrastructureFault, match="closed"):
        sandbox.open(Limits())
