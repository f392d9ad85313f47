"""Honest code must run inside as it does outside: torch, threads, processes, files."""

from collections.abc import Iterator
from typing import Any

import pytest

from grader.sandbox.probe import ProbeError, ask
from grader.sandbox.protocol import GIB, Limits

pytestmark = pytest.mark.sandbox


@pytest.fixture
def roomy(bubblewrap: Any) -> Iterator[Any]:
    worker = bubblewrap.open_probe(Limits(memory_bytes=2 * GIB, processes=64, threads=2))
    yield worker
    worker.close()


WORKLOADS = {
    "training": """
import torch
from torch import nn
model = nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.Flatten(), nn.LazyLinear(3))
x, y = torch.randn(4, 1, 6, 6), torch.tensor([0, 1, 2, 0])
model(x)
optimizer = torch.optim.AdamW(model.parameters())
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 5)
for _ in range(3):
    optimizer.zero_grad()
    nn.functional.cross_entropy(model(x), y).backward()
    optimizer.step()
    scheduler.step()
result = True
""",
    "save and load": """
import torch, io
torch.save({'w': torch.ones(3)}, 'x.pt')
first = torch.load('x.pt', weights_only=True)['w']
second = torch.load('x.pt', mmap=True)['w']
result = bool((first == second).all())
""",
    "DataLoader with workers": """
import torch
from torch.utils.data import DataLoader, TensorDataset
loader = DataLoader(TensorDataset(torch.arange(8.)), batch_size=2, num_workers=2)
result = sum(batch[0].sum().item() for batch in loader) == 28
""",
    "threads": """
import torch, threading
from concurrent.futures import ThreadPoolExecutor
torch.set_num_threads(2)
with ThreadPoolExecutor(4) as pool:
    sums = list(pool.map(lambda n: (torch.ones(300, 300) @ torch.ones(300, 300)).sum().item(), range(4)))
result = len(set(sums)) == 1 and torch.get_num_threads() == 2
""",
    "multiprocessing": """
import multiprocessing as mp
context = mp.get_context('fork')
with context.Pool(2) as pool:
    squares = pool.map(abs, [-1, -2, -3])
queue, lock, value = context.Queue(), context.Lock(), context.Value('i', 0)
child = context.Process(target=queue.put, args=(5,))
child.start()
result = squares == [1, 2, 3] and queue.get(timeout=5) == 5
child.join()
""",
    "shared tensors": """
import torch, torch.multiprocessing as mp
shared = torch.zeros(3).share_memory_()
child = mp.get_context('fork').Process(target=shared.fill_, args=(7,))
child.start()
child.join()
result = shared.tolist() == [7, 7, 7]
""",
    "files": """
import tempfile, shutil, pathlib, os, getpass
folder = pathlib.Path(tempfile.mkdtemp())
(folder / 'a').write_text('x')
shutil.copy2(folder / 'a', folder / 'b')
shutil.copytree(folder, folder.parent / 'copy')
shutil.rmtree(folder)
with tempfile.NamedTemporaryFile() as file:
    file.write(b'x')
home = pathlib.Path.home()
(home / '.cache').mkdir()
cache = pathlib.Path(os.environ['TORCHINDUCTOR_CACHE_DIR'])
cache.mkdir()
result = getpass.getuser() == 'student' and str(home) == '/sandbox/work' and tempfile.gettempdir() == '/sandbox'
""",
    "asyncio, sqlite and time": """
import asyncio, sqlite3, time, signal, select
async def main():
    await asyncio.sleep(0.001)
    return await asyncio.get_running_loop().run_in_executor(None, lambda: 3)
signal.setitimer(signal.ITIMER_REAL, 0)
rows = sqlite3.connect('x.db').execute('select 1').fetchall()
result = asyncio.run(main()) == 3 and rows == [(1,)]
""",
    "numpy and linear algebra": """
import numpy as np, torch
a = np.random.default_rng(0).normal(size=(50, 50))
values = torch.linalg.svdvals(torch.tensor(a))
result = bool(np.allclose(np.linalg.inv(a) @ a, np.eye(50)) and values.isfinite().all())
""",
    "functional transforms": """
import torch
from torch.func import vmap, grad, jacrev
f = lambda x: (x ** 3).sum()
result = vmap(grad(f))(torch.ones(4, 2)).tolist() == [[3.0, 3.0]] * 4 and jacrev(f)(torch.ones(2)).shape == (2,)
""",
}


@pytest.mark.parametrize("name", WORKLOADS)
def test_honest_code_runs(roomy: Any, name: str) -> None:
    assert ask(roomy, WORKLOADS[name]) is True, roomy.captured().stderr
    ending = roomy.close()
    assert ending.cause is None, ending


@pytest.mark.parametrize(
    "source",
    [
        "import subprocess; subprocess.run(['/usr/bin/true'])",
        "import os; os.execv('/usr/bin/true', ['true'])",
        "import os; os.posix_spawn('/usr/bin/true', ['true'], {})",
    ],
)
def test_starting_a_program_is_an_exception_not_an_end(roomy: Any, source: str) -> None:
    with pytest.raises(ProbeError) as caught:
        ask(roomy, source)
    assert (caught.value.kind, caught.value.errno) == ("PermissionError", 1)
    assert ask(roomy, "result = 1") == 1


def test_os_system_fails_without_harm(roomy: Any) -> None:
    assert ask(roomy, "import os; result = os.system('true')") != 0


def test_each_worker_starts_from_the_same_random_state(bubblewrap: Any) -> None:
    drawn = []
    for _ in range(2):
        worker = bubblewrap.open_probe(Limits())
        source = "import torch, random, numpy as np; result = [torch.rand(1).item(), random.random(), np.random.rand()]"
        drawn.append(ask(worker, source))
        worker.close()
    assert drawn[0] == drawn[1]


@pytest.mark.slow
def test_gloo_runs_inside_the_private_network_for_exercises_that_say_so(bubblewrap: Any) -> None:
    worker = bubblewrap.open_probe(Limits(network=True, processes=64, wall_seconds=60, cpu_seconds=60))
    source = """
import os, torch, torch.distributed as dist, torch.multiprocessing as mp
os.environ.update(MASTER_ADDR='127.0.0.1', MASTER_PORT='29501')
def member(rank, queue):
    dist.init_process_group('gloo', rank=rank, world_size=2)
    model = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(2, 1))
    model(torch.full((1, 2), float(rank))).sum().backward()
    queue.put(model.module.weight.grad.tolist())
    dist.barrier()
    os._exit(0)  # taking the group down can hang in torch itself
context = mp.get_context('fork')
queue = context.SimpleQueue()
members = [context.Process(target=member, args=(rank, queue)) for rank in range(2)]
for each in members:
    each.start()
result = [queue.get() for _ in members]
for each in members:
    each.join()
"""
    assert ask(worker, source) == [[[0.5, 0.5]], [[0.5, 0.5]]], worker.captured().stderr
    unreachable = """
import socket
try:
    socket.create_connection(('192.0.2.1', 80), timeout=1)
    result = 'connected'
except OSError as error:
    result = error.errno
"""
    assert ask(worker, unreachable) == 101  # ENETUNREACH: there is no way out of the private network
    worker.close()
