"""Broadcasting: the shape of the result, the expansion without a copy, and the way back for a gradient."""

from torch import Tensor


def broadcast_shape(*shapes: tuple[int, ...]) -> tuple[int, ...]:
    """The shape of the result when operands of these shapes meet; () when there are none.

    shapes: any number of tuples of sizes, each size 0 or more
    Raises ValueError when the shapes do not fit together.
    """
    raise NotImplementedError


def my_expand(t: Tensor, shape: tuple[int, ...]) -> Tensor:
    """t.expand(shape): a view of t in which dimensions of size 1, and new ones on the left, are repeated with stride 0.

    shape: sizes; -1 keeps the size of a dimension that t has
    Raises ValueError when t does not expand to shape.
    """
    raise NotImplementedError


def unbroadcast(grad: Tensor, shape: tuple[int, ...]) -> Tensor:
    """The gradient of an operand of this shape, from the gradient of the broadcast result.

    grad: of a shape that shape broadcasts to -> a tensor of shape shape
    """
    raise NotImplementedError
