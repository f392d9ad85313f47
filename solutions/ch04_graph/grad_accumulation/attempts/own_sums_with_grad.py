"""Right: autograd.grad for every part, summed in a dict of its own and put into .grad at the end."""

import torch


def accumulate(model, loss_fn, X, y, micro, reduction="mean"):
    params = [p for p in model.parameters() if p.requires_grad]
    sums = {p: torch.zeros_like(p) for p in params}
    losses = []
    for xs, ys in zip(torch.split(X, micro), torch.split(y, micro), strict=True):
        loss = loss_fn(model(xs), ys)
        factor = xs.shape[0] / X.shape[0] if reduction == "mean" else 1.0
        grads = torch.autograd.grad(loss, params, grad_outputs=torch.full_like(loss, factor), allow_unused=True)
        for p, g in zip(params, grads):
            if g is not None:
                sums[p] += g
        losses.append(factor * float(loss))
        del loss, grads
    for p in model.parameters():
        p.grad = sums.get(p)
    return sum(losses)
