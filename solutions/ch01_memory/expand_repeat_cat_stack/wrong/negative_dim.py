"""A negative dim was compared with positions counted from the front: -1 is the last dimension."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_stack_ragged_values"]


def stack_ragged(ts, dim):
    if not ts:
        raise ValueError("no tensors")
    for t in ts:
        if t.dim() != ts[0].dim():
            raise ValueError("the number of dimensions differs")
        if any(t.shape[d] != ts[0].shape[d] for d in range(t.dim()) if d != dim):
            raise ValueError("the sizes differ")
    return torch.cat(ts, dim)
