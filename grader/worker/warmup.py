"""Pay for imports once, before any fork: what students' modules and checks commonly touch.

torch imports half of itself lazily, so importing is not enough: things are used once. Its compiler, which comes with
the first optimizer and costs as much as all the rest, is left until a judge asks for it. Everything stays single
threaded, and nothing here may leave random state or environment behind. What every child would do is done here where it
can be: a child pays for each page that it writes into, and half of them hold Python's objects.
"""

import ctypes
import importlib
import importlib.util
import logging
import sys

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3  # malloc.h

MODULES = (
    "collections",
    "contextlib",
    "copy",
    "dataclasses",
    "functools",
    "itertools",
    "math",
    "random",
    "tempfile",
    "typing",
    "numpy",
    "numpy.random",
    "torch.nn",
    "torch.nn.functional",
    "torch.nn.utils",
    "torch.nn.utils.parametrize",
    "torch.nn.utils.rnn",
    "torch.optim",
    "torch.optim.lr_scheduler",
    "torch.utils.data",
    "torch.utils.checkpoint",
    "torch.utils._python_dispatch",
    "torch.autograd.functional",
    "torch.autograd.forward_ad",
    "torch.func",
    "torch.distributions",
    "torch.linalg",
    "torch.fft",
    "torch.sparse",
)
SERVERS = ("grader.worker.serve", "grader.worker.probe")


def warm_up() -> None:
    """Import and use once what would be imported lazily in every child. Takes a second or two."""
    import torch

    torch.set_num_threads(1)
    for name in MODULES:
        importlib.import_module(name)
    _compute_once()
    _draw_once()
    for server in SERVERS:
        if importlib.util.find_spec(server) is not None:
            importlib.import_module(server)
    seed_everything()
    keep_freed_memory()


def warm_compiler() -> None:
    """What torch imports with a first optimizer, checkpoint or ``torch.compile``: 800 modules, in over a second."""
    import torch

    model = torch.nn.Linear(4, 2)
    for kind in (torch.optim.SGD, torch.optim.AdamW):
        optimizer = kind(model.parameters(), lr=0.1)
        optimizer.zero_grad()
        model(torch.ones(3, 4)).sum().backward()
        optimizer.step()
    seed_everything()


def _compute_once() -> None:
    import torch

    from grader.wire.trace import Recorder

    model = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.LayerNorm(4), torch.nn.ReLU(), torch.nn.Linear(4, 2))
    logits = model(torch.ones(3, 4))
    torch.nn.functional.cross_entropy(logits, torch.tensor([0, 1, 0])).backward()  # type: ignore[no-untyped-call]
    logits = model(torch.ones(3, 4))
    logits.backward(torch.ones_like(logits))  # imports sympy for a gradient that is given
    data = torch.utils.data.TensorDataset(torch.ones(4, 2))
    for _ in torch.utils.data.DataLoader(data, batch_size=2):
        pass
    torch.func.vmap(torch.sum)(torch.ones(2, 2))
    with Recorder():
        torch.ones(2) + 1
    repr(torch.ones(2))


def _draw_once() -> None:
    """The generators are made lazily too."""
    import numpy as np
    import torch

    np.random.rand(1)
    np.random.default_rng(0).normal()
    torch.randn(1)


def seed_everything() -> None:
    """One known random state, which every worker begins with."""
    import numpy as np
    import torch

    seed_random()
    np.random.seed(0)
    torch.manual_seed(0)


def seed_random() -> None:
    """In each child again: ``random`` alone draws a new seed after a fork."""
    import random

    random.seed(0)


def keep_freed_memory() -> None:
    """Have freed blocks of up to 32 MiB reused, up to 64 MiB in all, where each call would have new pages zeroed.

    These are the bounds to which glibc moves by itself in a process that lives longer. Elsewhere nothing is done.
    """
    adjust = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if adjust is not None:
        adjust(_MMAP_THRESHOLD, 32 << 20)
        adjust(_TRIM_THRESHOLD, 64 << 20)


def forget_locks() -> None:
    """After a fork Python makes each lock of ``logging`` anew: another thread may have held it. Here is no other."""
    getattr(logging, "_at_fork_reinit_lock_weakset", set()).clear()
