"""Right: vectors become matrices, two matrix products, sums over stretched dimensions."""

from torch import Tensor


def _sum_to(g: Tensor, shape) -> Tensor:
    while g.dim() > len(shape):
        g = g.sum(0)
    for d, n in enumerate(shape):
        if n == 1 and g.shape[d] != 1:
            g = g.sum(d, keepdim=True)
    return g


def matmul_backward(grad: Tensor, x: Tensor, w: Tensor) -> tuple[Tensor, Tensor]:
    X = x[None, :] if x.dim() == 1 else x
    W = w[:, None] if w.dim() == 1 else w
    if w.dim() == 1:
        grad = grad.unsqueeze(-1)
    if x.dim() == 1:
        grad = grad.unsqueeze(-2)
    grad_x = _sum_to(grad @ W.mT, X.shape)
    grad_w = _sum_to(X.mT @ grad, W.shape)
    if x.dim() == 1:
        grad_x = grad_x.squeeze(0)
    if w.dim() == 1:
        grad_w = grad_w.squeeze(1)
    return grad_x, grad_w
