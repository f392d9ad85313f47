"""Your jvp pulls u back through f: that is a vector-Jacobian product. u has x's shape, the answer has f(x)'s."""

from reference import *  # noqa: F403
from reference import vjp

FAILS = [
    "test_example",
    "test_jvp",
    "test_zero_derivatives[jvp]",
]


def jvp(f, x, u):
    return vjp(f, x, u)
