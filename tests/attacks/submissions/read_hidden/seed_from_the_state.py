"""Find the seed in the generators, to draw what will be drawn."""
import random

import numpy as np
import torch


def attack():
    return torch.initial_seed() not in (0, 67280421310721) and np.random.get_state()[1][0] != 0 and random.getstate()[1][0] == 0
