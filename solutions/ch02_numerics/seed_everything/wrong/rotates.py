"""You rotated the indices: of the n! orders only n come out, and neighbours stay neighbours."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_shuffled_every_order"]


def shuffled_indices(n, seed):
    start = int(torch.randint(max(n, 1), (), generator=torch.Generator().manual_seed(seed)))
    return [(start + i) % n for i in range(n)]
