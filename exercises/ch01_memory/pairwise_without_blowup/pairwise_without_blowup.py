"""Pairwise squared distances, with and without the (N, M, D) intermediate."""

from torch import Tensor


def pairwise_sq_dist_broadcast(x: Tensor, y: Tensor) -> Tensor:
    """Squared Euclidean distances by broadcasting.

    x: (N, D), y: (M, D) -> (N, M)
    """
    raise NotImplementedError


def pairwise_sq_dist_lowmem(x: Tensor, y: Tensor) -> Tensor:
    """The same distances; no intermediate larger than N*M + N*D + M*D elements.

    x: (N, D), y: (M, D) -> (N, M), never negative
    """
    raise NotImplementedError


def masked_blend(cond: Tensor, a: Tensor, b: Tensor) -> Tensor:
    """a where cond, else b; non-finite values of the other side do not leak.

    cond: bool, a and b: the same shape -> that shape
    """
    raise NotImplementedError
