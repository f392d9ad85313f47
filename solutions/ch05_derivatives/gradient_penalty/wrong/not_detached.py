"""You differentiate at the caller's own tensors: gradients run on into the generator, and requires_grad of the data changes."""

from reference import *  # noqa: F403
from reference import slope

FAILS = ["test_penalty_leaves_no_trace", "test_norm_leaves_no_trace"]


def gradient_penalty(critic, real, fake, eps):
    eps = eps.reshape(-1, *[1] * (real.dim() - 1))
    x = eps * real + (1 - eps) * fake
    if not x.requires_grad:
        x.requires_grad_()
    return (slope(critic(x).sum(), x).flatten(1).norm(dim=1) - 1).square().mean()


def input_grad_norm_sq(model, loss_fn, x, y):
    if not x.requires_grad:
        x.requires_grad_()
    return slope(loss_fn(model(x), y), x).square().sum()
