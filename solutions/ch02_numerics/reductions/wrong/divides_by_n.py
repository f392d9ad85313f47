"""You divided by N and left the correction out: correction 1 divides by N - 1."""

from reference import *  # noqa: F403

FAILS = ["test_example_var", "test_var"]


def var(t, dim, correction):
    return (t - t.mean(dim, keepdim=True)).square().mean(dim)
