"""You call f anew for every row of the Jacobian. Keep the graph of one call (retain_graph=True): f may be expensive, or random."""

import torch
from reference import *  # noqa: F403
from reference import vjp

FAILS = ["test_called_once"]


def jacobian(f, x):
    y = f(x).detach()
    rows = x.new_zeros((y.numel(), *x.shape))
    for row, v in zip(rows, torch.eye(y.numel(), dtype=y.dtype)):
        row.copy_(vjp(f, x, v.reshape(y.shape)))
    return rows.reshape((*y.shape, *x.shape)).detach()
