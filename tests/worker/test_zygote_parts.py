"""The zygote's parts that can be seen without a sandbox: the warm-up, the way out of a child, its words on ends."""

import json
import os
import socket
import subprocess
import sys
import types

import pytest

from grader.worker import run

SILENT = "grader.worker.test_server"


def status_of(leave: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """Exit status of a child whose server executes ``leave``."""
    server = types.ModuleType(SILENT)
    server.main = lambda channel: exec(leave)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, SILENT, server)
    near, far = socket.socketpair()
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        run.run(far, SILENT)
    _, status = os.waitpid(child, 0)
    near.close()
    far.close()
    return os.waitstatus_to_exitcode(status)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize(
    ("leave", "status"),
    [
        ("pass", 0),
        ("raise SystemExit", 0),
        ("raise SystemExit(7)", 7),
        ("raise SystemExit('words')", 1),
        ("raise SystemExit(256 + 3)", 3),
        ("raise ValueError", 1),
        ("raise KeyboardInterrupt", 1),
        ("import atexit, os\natexit.register(os._exit, 9)", 0),
        ("import sys\nsys.stdout = None", 0),
        ("import threading, time\nthreading.Thread(target=time.sleep, args=(60,)).start()", 0),
    ],
)
def test_a_child_ends_as_python_would_and_at_once(leave: str, status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert status_of(leave, monkeypatch) == status


@pytest.mark.slow
@pytest.mark.parametrize("compiler", [False, True])
def test_the_warm_up_leaves_one_thread_and_one_known_random_state(compiler: bool, tmp_path: os.PathLike[str]) -> None:
    source = f"""
import os, random, sys
from grader.worker.warmup import warm_compiler, warm_up
warm_up()
if {compiler}:
    warm_compiler()
import numpy, torch
print(len(os.listdir('/proc/self/task')) if os.path.isdir('/proc/self/task') else 1)
print(torch.get_num_threads(), torch.initial_seed(), 'torch._dynamo' in sys.modules)
print(torch.rand(1).item(), random.random(), numpy.random.rand())
"""
    single = {f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS", "MKL")}
    environment = {**os.environ, **single, "TMPDIR": str(tmp_path), "HOME": str(tmp_path), "PYTHONPATH": os.getcwd()}
    command = [sys.executable, "-c", source]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    threads, settings, drawn = done.stdout.splitlines()
    assert threads == "1"
    assert settings == f"1 0 {compiler}"
    expected = "import torch, random, numpy as np; torch.manual_seed(0); random.seed(0); np.random.seed(0)\n"
    expected += "print(torch.rand(1).item(), random.random(), np.random.rand())"
    again = subprocess.run([sys.executable, "-c", expected], capture_output=True, text=True, check=True)
    assert drawn == again.stdout.strip()


@pytest.mark.slow
def test_what_is_common_imports_nothing_more() -> None:
    """Each of these imports for half a second or more when a process that is not warm comes to it first."""
    source = """
import sys
from grader.worker.warmup import warm_up
warm_up()
before = set(sys.modules)
import torch
from grader.wire.trace import Recorder
x = torch.ones(3, dtype=torch.float64, requires_grad=True)
(x * 2).backward(torch.ones(3))
torch.autograd.grad(x * 2, x, torch.ones(3), create_graph=True)
torch.autograd.grad(x * 2, x, torch.eye(3), is_grads_batched=True)
torch.autograd.gradcheck(lambda x: x * 2, x)
torch.autograd.functional.jacobian(lambda x: x * 2, x)
torch.func.vmap(torch.sum)(torch.ones(2, 2))
with Recorder():
    (x * 2).sum().backward()
for _ in torch.utils.data.DataLoader([1, 2], batch_size=2):
    str(x)
print(sorted(name for name in set(sys.modules) - before if name.split(".")[0] in ("torch", "sympy", "numpy")))
"""
    environment = {**os.environ, "PYTHONPATH": os.getcwd()}
    command = [sys.executable, "-c", source]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.skipif(sys.platform != "linux", reason="the zygote is Linux's")
def test_a_reader_that_is_gone_does_not_hurt_the_zygote() -> None:
    from grader.worker import zygote

    near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    zygote.tell(far, {"status": 0})
    assert json.loads(near.recv(100)) == {"status": 0}
    near.close()
    zygote.tell(far, {"status": 0})
    far.close()


@pytest.mark.skipif(sys.platform != "linux", reason="the zygote is Linux's")
def test_a_reader_that_does_not_read_does_not_hold_the_zygote_up() -> None:
    from grader.worker import zygote

    near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    for _ in range(5000):
        zygote.tell(far, {"error": "x" * 1000})
    near.close()
    far.close()
