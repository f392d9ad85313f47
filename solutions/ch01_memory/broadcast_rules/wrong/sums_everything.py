"""`sum([])` over no dimensions sums over all of them: when nothing was broadcast, the gradient is returned as it is."""

from reference import *  # noqa: F403

FAILS = ["test_unbroadcast"]


def unbroadcast(grad, shape):
    added = grad.dim() - len(shape)
    repeated = [d for d in range(grad.dim()) if d < added or shape[d - added] == 1]
    summed = grad.sum(repeated)
    return summed.reshape(shape) if repeated else summed
