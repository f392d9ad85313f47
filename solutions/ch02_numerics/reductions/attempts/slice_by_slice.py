"""Right: goes through the slices of the dimension one by one."""

import numpy as np
import torch


class Rows:
    """The slices of a tensor along one dimension."""

    def __init__(self, t, dim):
        if not -max(t.dim(), 1) <= dim < max(t.dim(), 1):
            raise IndexError("dimension " + str(dim) + " does not exist")
        t = t.double()
        self.scalar = t.dim() == 0
        self.slices = [t] if self.scalar else list(torch.unbind(t, dim))
        self.shape = list(t.shape)
        if not self.scalar:
            del self.shape[dim]
        self.device = t.device

    def start(self, value):
        return torch.full(self.shape, value, dtype=torch.float64, device=self.device)

    def add_up(self, function):
        total = self.start(0.0)
        for piece in self.slices:
            total = total + function(piece)
        return total


def mean_np(a, axis):
    if a.ndim == 0:
        if axis != 0 and axis != -1:
            raise IndexError("no such axis")
        pieces = [a]
        shape = ()
    else:
        if axis >= a.ndim or axis < -a.ndim:
            raise IndexError("no such axis")
        pieces = list(np.moveaxis(a, axis, 0))
        shape = np.delete(np.array(a.shape, dtype=int), axis)
    total = np.zeros(tuple(shape), dtype=np.float64)
    for piece in pieces:
        total = total + piece
    with np.errstate(all="ignore"):
        answer = np.divide(total, len(pieces))
    return np.array(answer, dtype=a.dtype if a.dtype.kind == "f" else np.float64)


def mean_t(t, dim, keepdim=False):
    x = t if t.is_floating_point() else t.double()
    m = torch.mean(x, dim, keepdim)
    return m if t.is_floating_point() else m.float()


def var(t, dim, correction):
    rows = Rows(t, dim)
    n = len(rows.slices)
    mean = rows.add_up(lambda piece: piece / n)
    squares = rows.add_up(lambda piece: (piece - mean) ** 2)
    return (squares / max(n - correction, 0)).to(t.dtype)


def biggest(rows):
    m = rows.start(-torch.inf)
    for piece in rows.slices:
        m = torch.maximum(m, piece.detach())
    return m


def softmax(t, dim):
    rows = Rows(t, dim)
    if len(rows.slices) == 0:
        return t.clone()
    m = biggest(rows)
    total = rows.add_up(lambda piece: torch.exp(piece - m))
    parts = [torch.exp(piece - m) / total for piece in rows.slices]
    return (parts[0] if rows.scalar else torch.stack(parts, dim)).to(t.dtype)


def logsumexp(t, dim):
    rows = Rows(t, dim)
    m = biggest(rows)
    m = m.masked_fill(m.abs() == torch.inf, 0.0)
    return (torch.log(rows.add_up(lambda piece: torch.exp(piece - m))) + m).to(t.dtype)
