"""You summed the repeated dimensions away: the gradient must have the operand's shape, its sizes of 1 included."""

from reference import *  # noqa: F403

FAILS = ["test_example_unbroadcast"]


def unbroadcast(grad, shape):
    added = grad.dim() - len(shape)
    repeated = [d for d in range(grad.dim()) if d < added or shape[d - added] == 1]
    return grad.sum(repeated) if repeated else grad
