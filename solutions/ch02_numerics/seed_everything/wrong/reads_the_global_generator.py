"""Your order also depends on the global generator: two runs with one seed differ. Seed a generator of your own with `seed`."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_shuffled_depends_on_the_seed_alone"]


def shuffled_indices(n, seed):
    now = int(torch.get_rng_state().sum())
    return torch.randperm(n, generator=torch.Generator().manual_seed(now + seed % 2**60)).tolist()
