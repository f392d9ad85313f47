"""One matrix product of the batch after the other, added up where an operand is used again."""

import itertools

import torch


def matmul_backward(grad, x, w):
    vector_x, vector_w = x.dim() == 1, w.dim() == 1
    n, k = (1, len(x)) if vector_x else x.shape[-2:]
    m = 1 if vector_w else w.shape[-1]
    batch = torch.broadcast_shapes(x.shape[:-2], w.shape[:-2])
    x3, w3, g3 = x.reshape(*x.shape[:-2], n, k), w.reshape(*w.shape[:-2], k, m), grad.reshape(*batch, n, m)
    grad_x, grad_w = torch.zeros_like(x3), torch.zeros_like(w3)

    def own(index, t):
        lead = t.shape[:-2]
        return tuple(0 if size == 1 else i for i, size in zip(index[len(index) - len(lead) :], lead))

    for index in itertools.product(*map(range, batch)):
        at_x, at_w = own(index, x3), own(index, w3)
        grad_x[at_x] += torch.einsum("nm,km->nk", g3[index], w3[at_w])
        grad_w[at_w] += torch.einsum("nk,nm->km", x3[at_x], g3[index])
    return grad_x.reshape(x.shape), grad_w.reshape(w.shape)
