"""You put a ReLU on the output as well; logits may be negative, and a blocked logit can never be corrected."""

import numpy as np
from reference import *  # noqa: F403
from reference import MLP as Right

FAILS = ["test_forward"]


class MLP(Right):
    def forward(self, X):
        return np.maximum(super().forward(X), 0)
