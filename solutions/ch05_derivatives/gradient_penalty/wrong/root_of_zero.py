"""sqrt has an infinite slope at 0: where the critic is flat, the gradient of sqrt(Σ g²) is 0 · ∞, which is NaN."""

from reference import *  # noqa: F403
from reference import slope

FAILS = ["test_flat_critic"]


def gradient_penalty(critic, real, fake, eps):
    eps = eps.reshape(-1, *[1] * (real.dim() - 1))
    x = (eps * real + (1 - eps) * fake).detach().requires_grad_()
    return (slope(critic(x).sum(), x).flatten(1).square().sum(1).sqrt() - 1).square().mean()
