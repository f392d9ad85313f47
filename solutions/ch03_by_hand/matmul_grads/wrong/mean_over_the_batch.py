"""You averaged over the batch: a shared operand gets the sum of the gradients. A mean belongs to the loss, and is in grad already."""

from reference import *  # noqa: F403

FAILS = ["test_shared_operand", "test_stretched_operand", "test_vectors_and_batches", "test_float32_and_expanded"]


def back(grad, operand):
    while grad.dim() > operand.dim():
        grad = grad.mean(0)
    for d, size in enumerate(operand.shape):
        if size == 1 != grad.shape[d]:
            grad = grad.mean(d, keepdim=True)
    return grad


def matmul_backward(grad, x, w):
    rows = x.unsqueeze(0) if x.dim() == 1 else x
    columns = w.unsqueeze(1) if w.dim() == 1 else w
    grad = grad.unsqueeze(-1) if w.dim() == 1 else grad
    grad = grad.unsqueeze(-2) if x.dim() == 1 else grad
    return back(grad @ columns.mT, rows).reshape(x.shape), back(rows.mT @ grad, columns).reshape(w.shape)
