"""You repeated a and b up to (n, m) before adding: broadcasting does the same without those copies."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_outer_sum_makes_one_tensor"]


def outer_sum(a, b):
    rows = torch.cat([a[:, None]] * len(b), 1) if len(b) else a.new_zeros(len(a), 0)
    columns = torch.stack([b] * len(a)) if len(a) else b.new_zeros(0, len(b))
    return rows + columns
