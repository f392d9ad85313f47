"""Your eps of shape (N,) is broadcast along the last dimension; it belongs to the first: give it size-1 dimensions behind."""

from reference import *  # noqa: F403
from reference import slope

FAILS = ["test_penalty", "test_penalty_gradients", "test_flat_critic", "test_penalty_leaves_no_trace"]


def gradient_penalty(critic, real, fake, eps):
    x = (eps * real + (1 - eps) * fake).detach().requires_grad_()
    return (slope(critic(x).sum(), x).flatten(1).norm(dim=1) - 1).square().mean()
