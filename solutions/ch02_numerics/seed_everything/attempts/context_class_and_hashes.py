"""Right: local_rng is a class with a stack of states, permutation and hashes for the rest."""

import hashlib
import random

import numpy
import torch


def seed_all(seed):
    torch.manual_seed(seed)
    numpy.random.seed(seed & 0xFFFFFFFF)
    random.seed(seed)


class local_rng:
    def __init__(self, seed):
        self.seed = seed
        self.before = []

    def __enter__(self):
        self.before.append((random.getstate(), numpy.random.get_state(), torch.random.get_rng_state()))
        seed_all(self.seed)

    def __exit__(self, kind, error, traceback):
        py, np, th = self.before.pop()
        random.setstate(py)
        numpy.random.set_state(np)
        torch.random.set_rng_state(th)
        return False


def shuffled_indices(n, seed):
    return numpy.random.default_rng(seed).permutation(n).tolist()


def worker_seeds(seed, epoch, workers):
    seeds = {}  # a dict keeps the order
    i = 0
    while len(seeds) < workers:
        digest = hashlib.sha256(repr((seed, epoch, i)).encode()).digest()
        seeds[int.from_bytes(digest[:4], "little")] = None
        i += 1
    return list(seeds)
