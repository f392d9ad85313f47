"""Right: an ExitStack with fork_rng, sorting by random keys, and SeedSequence fed with the digits of the arguments."""

import random
from contextlib import ExitStack, contextmanager

import numpy as np
import torch

LIMIT = 2**32


def seed_all(seed):
    for function, value in [(random.seed, seed), (np.random.seed, seed % LIMIT), (torch.manual_seed, seed)]:
        function(value)


@contextmanager
def local_rng(seed):
    with ExitStack() as stack:
        stack.callback(random.setstate, random.getstate())
        stack.callback(np.random.set_state, np.random.get_state())
        stack.enter_context(torch.random.fork_rng())
        seed_all(seed)
        yield


def shuffled_indices(n, seed):
    rng = random.Random(seed)
    keys = [(rng.getrandbits(128), i) for i in range(n)]
    keys.sort()
    return [i for _, i in keys]


def worker_seeds(seed, epoch, workers):
    def limbs(number):
        return [number % LIMIT, number // LIMIT % LIMIT, number // LIMIT**2]

    result = []
    attempt = 0
    while len(result) < workers:
        sequence = np.random.SeedSequence(limbs(seed) + limbs(epoch) + [attempt])
        for s in sequence.generate_state(workers).tolist():
            if s not in result and len(result) < workers:
                result.append(s)
        attempt += 1
    return result
