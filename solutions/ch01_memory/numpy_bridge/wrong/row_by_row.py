"""You normalised each row by itself: mean and std are over all elements."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_normalize_values"]


def normalize_feature_map(t):
    x = t.detach().float()
    if x.dim() == 0:
        return torch.full_like(x, 0.5).numpy()
    spread = x.std(-1, keepdim=True, correction=0)
    differ = x.amin(-1, keepdim=True) < x.amax(-1, keepdim=True)
    scaled = torch.where(differ, (x - x.mean(-1, keepdim=True)) / spread, torch.zeros_like(x))
    return (0.5 + 0.25 * scaled).clamp(0, 1).numpy()
