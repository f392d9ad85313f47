"""You took the states when `local_rng` was called: the block may be entered later, and must come back to where it was entered."""

import random

import numpy as np
import torch
from reference import *  # noqa: F403
from reference import seed_all

FAILS = ["test_local_rng_entered_later"]


class local_rng:
    def __init__(self, seed):
        self.seed = seed
        self.states = random.getstate(), np.random.get_state(), torch.get_rng_state()

    def __enter__(self):
        seed_all(self.seed)

    def __exit__(self, *exception):
        random.setstate(self.states[0])
        np.random.set_state(self.states[1])
        torch.set_rng_state(self.states[2])
