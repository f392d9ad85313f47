"""The backward of x @ w for every combination of dimensions."""

from torch import Tensor


def matmul_backward(grad: Tensor, x: Tensor, w: Tensor) -> tuple[Tensor, Tensor]:
    """The gradients of a loss with respect to x and w, from that with respect to y = x @ w.

    grad: the shape of y; x: (K,) or (..., N, K); w: (K,) or (..., K, M), batch dimensions broadcast
    -> tensors of the shapes of x and w
    """
    raise NotImplementedError
