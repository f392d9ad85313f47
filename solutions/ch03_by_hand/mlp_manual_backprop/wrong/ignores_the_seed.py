"""You draw from NumPy's global generator and leave `seed` aside: nobody can get your network again."""

import numpy as np
from reference import *  # noqa: F403
from reference import MLP as Right

FAILS = ["test_start"]


class MLP(Right):
    def __init__(self, n_in, n_hidden, n_out, seed=0):
        self.W1, self.b1 = np.random.randn(n_in, n_hidden) * np.sqrt(2 / n_in), np.zeros(n_hidden)
        self.W2, self.b2 = np.random.randn(n_hidden, n_out) * np.sqrt(2 / n_hidden), np.zeros(n_out)
