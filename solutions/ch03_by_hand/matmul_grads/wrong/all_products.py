"""You multiplied element by element and summed: that makes a (B, N, K, M) tensor on the way. A matrix product sums as it goes."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_no_giant_tensor"]


def matmul_backward(grad, x, w):
    if x.dim() != 3 or w.dim() != 3 or x.shape[0] != w.shape[0]:
        return reference.matmul_backward(grad, x, w)
    products = grad.unsqueeze(-2)
    return (products * w.unsqueeze(-3)).sum(-1), (x.unsqueeze(-1) * products).sum(-3)
