"""A small number added under the root or below the fraction changes every value, and the gradient at 0 is still huge or wrong."""

from reference import *  # noqa: F403

FAILS = [
    "test_example",
    "test_example_of_two",
    "test_sqrt",
    "test_sqrt_at_the_edge",
    "test_norm",
    "test_divide",
    "test_divide_by_zero",
]


def safe_sqrt(x):
    return (x.clamp(min=0) + 1e-8).sqrt()


def safe_norm(x, dim):
    return (x.square().sum(dim) + 1e-8).sqrt()


def safe_divide(a, b):
    return a / (b + 1e-4)
