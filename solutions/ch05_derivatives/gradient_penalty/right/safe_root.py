"""Each score pulled back by ones, lerp between the data, and a root that is kept away from zero."""

import torch


def gradient_penalty(critic, real, fake, eps):
    weight = eps[(...,) + (None,) * (real.ndim - 1)]
    with torch.no_grad():
        x = torch.lerp(fake, real, weight)
    x.requires_grad_()
    scores = critic(x)
    grad = torch.autograd.grad(scores, x, torch.ones_like(scores), retain_graph=True, create_graph=True)[0]
    squares = grad.pow(2).sum(tuple(range(1, grad.ndim)))
    flat = squares == 0
    norms = torch.where(flat, 0.0, torch.where(flat, 1.0, squares).sqrt())
    return ((norms - 1) ** 2).mean()


def input_grad_norm_sq(model, loss_fn, x, y):
    x = x.detach().clone().requires_grad_()
    grad = torch.autograd.grad(loss_fn(model(x), y), x, create_graph=True)[0].flatten()
    return grad @ grad
