"""You take one norm of the whole batch; each sample has its own: the norm runs over all dimensions but the first."""

from reference import *  # noqa: F403
from reference import slope

FAILS = ["test_example_penalty", "test_penalty", "test_penalty_gradients"]


def gradient_penalty(critic, real, fake, eps):
    eps = eps.reshape(-1, *[1] * (real.dim() - 1))
    x = (eps * real + (1 - eps) * fake).detach().requires_grad_()
    return (slope(critic(x).sum(), x).norm() - 1).square()
