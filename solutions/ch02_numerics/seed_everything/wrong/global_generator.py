"""You seeded the global generator to shuffle: everything after it draws other numbers. Use a generator of your own."""

import numpy as np
import torch
from reference import *  # noqa: F403

FAILS = ["test_shuffled_leaves_the_generators", "test_worker_seeds_leave_the_generators"]


def shuffled_indices(n, seed):
    torch.manual_seed(seed)
    return torch.randperm(n).tolist()


def worker_seeds(seed, epoch, workers):
    np.random.seed([seed % 2**32, seed // 2**32, epoch])
    return np.random.randint(0, 2**32, workers, dtype=np.uint32).tolist()
