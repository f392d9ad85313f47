"""A class as the context manager, random.Random for the order, a hash for the seeds."""

import hashlib
import random

import numpy as np
import torch


def seed_all(seed):
    torch.manual_seed(seed)
    np.random.seed(seed & 0xFFFFFFFF)
    random.seed(seed)


class local_rng:  # noqa: N801
    def __init__(self, seed):
        self.seed = seed

    def __enter__(self):
        self.fork = torch.random.fork_rng(devices=[])
        self.fork.__enter__()
        self.python, self.numpy = random.getstate(), np.random.get_state()
        seed_all(self.seed)

    def __exit__(self, *exception):
        random.setstate(self.python)
        np.random.set_state(self.numpy)
        self.fork.__exit__(None, None, None)
        return False


def shuffled_indices(n, seed):
    order = list(range(n))
    random.Random(seed).shuffle(order)
    return order


def worker_seeds(seed, epoch, workers):
    seeds, salt = [], 0
    while len(seeds) < workers:
        digest = hashlib.sha256(f"{seed} {epoch} {salt}".encode()).digest()
        s = int.from_bytes(digest[:4], "big")
        if s not in seeds:
            seeds.append(s)
        salt += 1
    return seeds
