"""The backward of x @ w for every combination of dimensions."""

from torch import Tensor


def matmul_backward(grad: Tensor, x: Tensor, w: Tensor) -> tuple[Tensor, Tensor]:
    # As matmul does: a 1-D x is one row, a 1-D w one column; y lacks the dimension that was added.
    rows = x.unsqueeze(0) if x.dim() == 1 else x
    columns = w.unsqueeze(1) if w.dim() == 1 else w
    if w.dim() == 1:
        grad = grad.unsqueeze(-1)
    if x.dim() == 1:
        grad = grad.unsqueeze(-2)
    grad_x = unbroadcast(grad @ columns.mT, rows)
    grad_w = unbroadcast(rows.mT @ grad, columns)
    return grad_x.reshape(x.shape), grad_w.reshape(w.shape)


def unbroadcast(grad: Tensor, operand: Tensor) -> Tensor:
    """Sum over the dimensions along which operand was repeated."""
    added = grad.dim() - operand.dim()
    repeated = [d for d in range(grad.dim()) if d < added or operand.shape[d - added] == 1 != grad.shape[d]]
    summed = grad.sum(repeated, keepdim=True) if repeated else grad
    return summed.reshape(operand.shape)
