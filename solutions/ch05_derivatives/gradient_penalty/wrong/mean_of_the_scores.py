"""You differentiate the mean of the scores: every slope is then N times too small. Sum them."""

from reference import *  # noqa: F403
from reference import slope

FAILS = ["test_example_penalty", "test_penalty", "test_penalty_gradients"]


def gradient_penalty(critic, real, fake, eps):
    eps = eps.reshape(-1, *[1] * (real.dim() - 1))
    x = (eps * real + (1 - eps) * fake).detach().requires_grad_()
    return (slope(critic(x).mean(), x).flatten(1).norm(dim=1) - 1).square().mean()
