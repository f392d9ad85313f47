"""Two losses on one network: their gradients together, compared, and without the part that conflicts."""

import torch
from torch import Tensor


def backward_split(loss_a: Tensor, loss_b: Tensor, weight: float) -> None:
    """Add the gradients of loss_a + weight * loss_b to .grad, with one backward for each loss, loss_a's first.

    loss_a, loss_b: shape (); they may share a part of their graph. Afterwards the saved tensors of that part are freed.
    """
    loss_a.backward(retain_graph=True)
    (weight * loss_b).backward()


def grad_cosine(loss_a: Tensor, loss_b: Tensor, params: list[Tensor]) -> float:
    """The cosine of the angle between the two gradients, each over all params together; 0.0 where one is zero.

    loss_a, loss_b: shape (); params: leaves of any shape, not empty. Leaves .grad and the graph as they are.
    """
    a, b = _gradient(loss_a, params), _gradient(loss_b, params)
    lengths = a.norm() * b.norm()
    return (a @ b / lengths).item() if lengths > 0 else 0.0


def backward_surgery(loss_a: Tensor, loss_b: Tensor, params: list[Tensor]) -> None:
    """Add the gradients of both losses to the .grad of params; where they conflict, without what is against the other.

    loss_a, loss_b: shape (); params: leaves of any shape, not empty. Afterwards the graph's saved tensors are freed.
    """
    a, b = _gradient(loss_a, params), _gradient(loss_b, params)
    product = a @ b
    times_a = times_b = torch.ones_like(product)
    # a - (a·b / b·b) b and b - (a·b / a·a) a add up to multiples of a and of b
    # (Yu et al., Gradient Surgery for Multi-Task Learning, 2020).
    if product < 0:
        times_a, times_b = 1 - product / (a @ a), 1 - product / (b @ b)
    torch.autograd.backward([loss_a, loss_b], [times_a, times_b], inputs=params)


def _gradient(loss: Tensor, params: list[Tensor]) -> Tensor:
    """The gradient over all params as one vector, zeros where the loss does not reach; the graph can be used again."""
    grads = torch.autograd.grad(loss, params, retain_graph=True, materialize_grads=True)
    return torch.cat([grad.reshape(-1) for grad in grads])
