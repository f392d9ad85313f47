"""Products with the Jacobian and the Hessian, from reverse mode alone."""

from collections.abc import Callable

from torch import Tensor


def vjp(f: Callable[[Tensor], Tensor], x: Tensor, v: Tensor) -> Tensor:
    """Vector-Jacobian product: v of f(x)'s shape -> x's shape."""
    raise NotImplementedError


def jvp(f: Callable[[Tensor], Tensor], x: Tensor, u: Tensor) -> Tensor:
    """Jacobian-vector product: u of x's shape -> f(x)'s shape. Never makes the Jacobian."""
    raise NotImplementedError


def jacobian(f: Callable[[Tensor], Tensor], x: Tensor) -> Tensor:
    """All partial derivatives: (*f(x).shape, *x.shape)."""
    raise NotImplementedError


def hvp(f: Callable[[Tensor], Tensor], x: Tensor, v: Tensor) -> Tensor:
    """Hessian-vector product of a scalar f: v of x's shape -> x's shape. Never makes the Hessian."""
    raise NotImplementedError
