"""Your seeds have up to 64 bits: NumPy takes those below 2**32 only."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_worker_seeds_range"]


def worker_seeds(seed, epoch, workers):
    rng = torch.Generator().manual_seed((seed * 1_000_003 + epoch) % 2**64)
    return torch.randint(2**62, (workers,), generator=rng).tolist()
