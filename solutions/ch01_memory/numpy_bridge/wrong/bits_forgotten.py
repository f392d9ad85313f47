"""`conj()` and `.imag` of a conjugate only set a bit, and `.numpy()` refuses such views: `resolve_conj()` and `resolve_neg()` first."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_to_numpy_conjugated"]


def to_numpy_isolated(t):
    t = t.detach()
    return (t.float() if t.dtype == torch.bfloat16 else t).numpy().copy()
