"""Right: a loop over the batches that adds two small matrix products into zeros."""

import itertools

import torch


def matmul_backward(grad, x, w):
    result_x = torch.zeros(x.shape, dtype=x.dtype, device=x.device)
    result_w = torch.zeros(w.shape, dtype=w.dtype, device=w.device)

    vector_x = x.dim() == 1
    vector_w = w.dim() == 1
    X, GX = (x.unsqueeze(0), result_x.unsqueeze(0)) if vector_x else (x, result_x)
    W, GW = (w.unsqueeze(1), result_w.unsqueeze(1)) if vector_w else (w, result_w)
    if vector_x:
        grad = grad.unsqueeze(-2) if not vector_w else grad.unsqueeze(-1)
    if vector_w:
        grad = grad.unsqueeze(-1)

    def place(index, t):
        lead = t.dim() - 2
        mine = index[len(index) - lead :]
        return tuple(0 if t.shape[d] == 1 else mine[d] for d in range(lead))

    for index in itertools.product(*(range(n) for n in grad.shape[:-2])):
        g = grad[index]
        i = place(index, X)
        j = place(index, W)
        GX[i] += torch.mm(g, W[j].t())
        GW[j] += torch.mm(X[i].t(), g)
    return result_x, result_w
