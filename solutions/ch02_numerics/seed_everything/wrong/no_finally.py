"""An exception in the block skips what stands after the `yield`: put it into a `finally`."""

import random
from contextlib import contextmanager

import numpy as np
import torch
from reference import *  # noqa: F403
from reference import seed_all

FAILS = ["test_local_rng_after_an_exception"]


@contextmanager
def local_rng(seed):
    states = random.getstate(), np.random.get_state(), torch.get_rng_state()
    seed_all(seed)
    yield
    random.setstate(states[0])
    np.random.set_state(states[1])
    torch.set_rng_state(states[2])
