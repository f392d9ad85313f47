"""Functions whose derivative is written by hand."""

from typing import Any

from torch import Tensor
from torch.autograd import Function


class MyMatmul(Function):
    """a (n, k), b (k, m) -> (n, m). Twice differentiable."""

    @staticmethod
    def forward(ctx: Any, a: Tensor, b: Tensor) -> Tensor:
        raise NotImplementedError

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, Tensor | None]:
        """grad: (n, m) -> the gradients of a and of b, None for one that nobody wants."""
        raise NotImplementedError


class MyReLU(Function):
    """max(x, 0), element by element; the slope at 0 is 0. Twice differentiable."""

    @staticmethod
    def forward(ctx: Any, x: Tensor) -> Tensor:
        raise NotImplementedError

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> Tensor:
        raise NotImplementedError


class StraightThroughRound(Function):
    """Rounds forwards; backwards the identity."""

    @staticmethod
    def forward(ctx: Any, x: Tensor) -> Tensor:
        raise NotImplementedError

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> Tensor:
        raise NotImplementedError


class Huber(Function):
    """d²/2 where |d| <= delta, else delta · (|d| - delta/2), for d = input - target. Twice differentiable."""

    @staticmethod
    def forward(ctx: Any, input: Tensor, target: Tensor, delta: float) -> Tensor:
        raise NotImplementedError

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor, Tensor, None]:
        """-> the gradients of input and of target, and None for delta, which is no tensor."""
        raise NotImplementedError


class NumpySinh(Function):
    """sinh by numpy.sinh, its derivative by numpy.cosh. Twice differentiable."""

    @staticmethod
    def forward(ctx: Any, x: Tensor) -> Tensor:
        raise NotImplementedError

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> Tensor:
        raise NotImplementedError
