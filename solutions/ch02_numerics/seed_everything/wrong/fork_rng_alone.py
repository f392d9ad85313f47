"""`torch.random.fork_rng` restores torch's generator only: random and NumPy go on from the inner seed."""

from contextlib import contextmanager

import torch
from reference import *  # noqa: F403
from reference import seed_all

FAILS = ["test_local_rng_restores[random]", "test_local_rng_restores[numpy]"]


@contextmanager
def local_rng(seed):
    with torch.random.fork_rng(devices=[]):
        seed_all(seed)
        yield
