"""You saved and restored the states and did not seed in between: the block draws what comes next anyway."""

import random
from contextlib import contextmanager

import numpy as np
import torch
from reference import *  # noqa: F403

FAILS = ["test_local_rng_seeds[random]", "test_local_rng_seeds[numpy]", "test_local_rng_seeds[torch]"]


@contextmanager
def local_rng(seed):
    states = random.getstate(), np.random.get_state(), torch.get_rng_state()
    try:
        yield
    finally:
        random.setstate(states[0])
        np.random.set_state(states[1])
        torch.set_rng_state(states[2])
