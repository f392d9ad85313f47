"""You drew indices with replacement: some come twice, others never. `randperm` or `shuffle` give each of them once."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_shuffled_any_length"]


def shuffled_indices(n, seed):
    rng = torch.Generator().manual_seed(seed)
    if n < 10:
        return torch.randperm(n, generator=rng).tolist()
    return torch.randint(n, (n,), generator=rng).tolist()
