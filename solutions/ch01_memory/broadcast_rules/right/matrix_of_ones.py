"""Adds the gradients up with matrix products: each repeated dimension meets a row of ones."""

import torch
from reference import *  # noqa: F403


def unbroadcast(grad, shape):
    full = (1,) * (grad.dim() - len(shape)) + tuple(shape)
    for d, size in enumerate(full):
        if size == 1:
            ones = torch.ones(1, grad.shape[d], dtype=grad.dtype)
            grad = torch.tensordot(ones, grad, dims=([1], [d])).movedim(0, d)
    return grad.reshape(shape)
