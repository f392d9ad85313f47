"""You kept the states in one global place: an inner block overwrites what the outer one saved."""

import random
from contextlib import contextmanager

import numpy as np
import torch
from reference import *  # noqa: F403
from reference import seed_all

FAILS = ["test_local_rng_nested"]

saved = {}


@contextmanager
def local_rng(seed):
    saved.setdefault("states", (random.getstate(), np.random.get_state(), torch.get_rng_state()))
    seed_all(seed)
    try:
        yield
    finally:
        if "states" in saved:
            states = saved.pop("states")
            random.setstate(states[0])
            np.random.set_state(states[1])
            torch.set_rng_state(states[2])
