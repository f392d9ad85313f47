"""Right: masked_fill before and after the operation, with a helper that takes the operation as a function."""

import math

import torch


def _protected(operation, x, bad, harmless, result):
    inner = x.masked_fill(bad, harmless)
    outer = operation(inner)
    return outer.masked_fill(bad, result)


def safe_sqrt(x):
    return _protected(torch.sqrt, x, torch.le(x, 0), 1.0, 0.0)


def safe_log(x, floor):
    return _protected(torch.log, x, torch.le(x, floor), 2.0, math.log(floor))


def safe_norm(x, dim):
    def root_of_sum(values):
        total = None
        for part in values.unbind(dim):
            total = part * part if total is None else total + part * part
        return safe_sqrt(total)

    if x.size(dim) == 0:
        shape = list(x.shape)
        del shape[dim]
        return torch.zeros(shape, dtype=x.dtype)
    with torch.no_grad():
        biggest = x.abs().max(dim=dim, keepdim=True)[0]
        biggest[biggest == 0] = 1
    return root_of_sum(x / biggest) * biggest.squeeze(dim)


def safe_divide(a, b):
    zero = b == 0
    quotient = a / b.masked_fill(zero, 1.0)
    return quotient.masked_fill(zero.expand(quotient.shape), 0.0)


def select(cond, a, b):
    chosen = cond.to(torch.bool)
    first = torch.where(chosen, a, torch.zeros_like(a))
    second = torch.where(torch.logical_not(chosen), b, torch.zeros_like(b))
    return torch.where(chosen, first, second)
