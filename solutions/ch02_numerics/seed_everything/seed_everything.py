"""Random numbers that repeat: seeding the three global generators, and doing without them."""

import random
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import torch


def seed_all(seed: int) -> None:
    random.seed(seed)
    np.random.seed(seed % 2**32)
    torch.manual_seed(seed)


@contextmanager
def local_rng(seed: int) -> Iterator[None]:
    states = random.getstate(), np.random.get_state(), torch.get_rng_state()
    seed_all(seed)
    try:
        yield
    finally:
        random.setstate(states[0])
        np.random.set_state(states[1])
        torch.set_rng_state(states[2])


def shuffled_indices(n: int, seed: int) -> list[int]:
    return torch.randperm(n, generator=torch.Generator().manual_seed(seed)).tolist()


def worker_seeds(seed: int, epoch: int, workers: int) -> list[int]:
    # A generator of its own draws the seeds without repetition: 32-bit numbers of one call never collide.
    # The epoch is a spawn key: in the list [seed, epoch] a large seed's upper half would be taken for an epoch.
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(epoch,)))
    return rng.choice(2**32, size=workers, replace=False).tolist()
