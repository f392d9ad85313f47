"""Two losses on one network: their gradients together, compared, and without the part that conflicts."""

from torch import Tensor


def backward_split(loss_a: Tensor, loss_b: Tensor, weight: float) -> None:
    """Add the gradients of loss_a + weight * loss_b to .grad, with one backward for each loss, loss_a's first.

    loss_a, loss_b: shape (); they may share a part of their graph. Afterwards the saved tensors of that part are freed.
    """
    raise NotImplementedError


def grad_cosine(loss_a: Tensor, loss_b: Tensor, params: list[Tensor]) -> float:
    """The cosine of the angle between the two gradients, each over all params together; 0.0 where one is zero.

    loss_a, loss_b: shape (); params: leaves of any shape, not empty. Leaves .grad and the graph as they are.
    """
    raise NotImplementedError


def backward_surgery(loss_a: Tensor, loss_b: Tensor, params: list[Tensor]) -> None:
    """Add the gradients of both losses to the .grad of params; where they conflict, without what is against the other.

    loss_a, loss_b: shape (); params: leaves of any shape, not empty. Afterwards the graph's saved tensors are freed.
    """
    raise NotImplementedError
