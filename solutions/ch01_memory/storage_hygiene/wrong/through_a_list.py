"""A list of Python numbers forgets the dtype: `torch.tensor` makes float32 of it. `clone()` keeps the dtype, and the graph."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_release_values"]


def release(t):
    return torch.tensor(t.tolist()) if t.nbytes < nbytes_kept(t) else t  # noqa: F405
