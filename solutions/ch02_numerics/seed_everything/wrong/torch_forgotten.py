"""torch was not seeded: initial weights and dropout come from its generator."""

import random

import numpy as np
from reference import *  # noqa: F403

FAILS = ["test_example_seed_all[torch]"]


def seed_all(seed):
    random.seed(seed)
    np.random.seed(seed % 2**32)
