"""Right: contextmanager with try/finally, own generators, seeds sampled from a generator keyed by a string."""

import contextlib
import random
from collections.abc import Iterator

import numpy as np
import torch


def seed_all(seed: int) -> None:
    random.seed(seed)
    np.random.seed(seed % 2**32)
    torch.manual_seed(seed)


@contextlib.contextmanager
def local_rng(seed: int) -> Iterator[None]:
    states = random.getstate(), np.random.get_state(), torch.get_rng_state()
    try:
        seed_all(seed)
        yield
    finally:
        random.setstate(states[0])
        np.random.set_state(states[1])
        torch.set_rng_state(states[2])


def shuffled_indices(n: int, seed: int) -> list[int]:
    generator = torch.Generator().manual_seed(seed)
    return torch.randperm(n, generator=generator).tolist()


def worker_seeds(seed: int, epoch: int, workers: int) -> list[int]:
    return random.Random(f"{seed}, {epoch}").sample(range(2**32), workers)
