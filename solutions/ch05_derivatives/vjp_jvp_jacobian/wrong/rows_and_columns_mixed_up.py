"""Your Jacobian is transposed: first the dimensions of f(x), then those of x."""

from reference import *  # noqa: F403
from reference import jacobian as right

FAILS = ["test_example", "test_jacobian", "test_zero_derivatives[jacobian]"]


def jacobian(f, x):
    J = right(f, x)
    return J.movedim(tuple(range(J.dim() - x.dim(), J.dim())), tuple(range(x.dim())))
