"""An autograd engine on NumPy arrays."""

import numpy as np


class Value:
    """An array that remembers how it was computed.

    data: float64 array; grad: float64 array of the same shape, the sum of what every backward has brought so far
    """

    __array_ufunc__ = None  # makes NumPy leave `array * value` to Value.__rmul__

    def __init__(self, data) -> None:
        """data: a number, nested lists or an array -> a leaf with its own copy, grad all zeros"""
        raise NotImplementedError

    def __add__(self, other: "Value | np.ndarray | float") -> "Value":
        """self + other, with broadcasting"""
        raise NotImplementedError

    def __mul__(self, other: "Value | np.ndarray | float") -> "Value":
        """self * other, with broadcasting"""
        raise NotImplementedError

    def __matmul__(self, other: "Value") -> "Value":
        """(n, k) @ (k, m) -> (n, m)"""
        raise NotImplementedError

    def __pow__(self, exponent: float) -> "Value":
        """self ** exponent, entry by entry; the exponent is a plain number"""
        raise NotImplementedError

    def exp(self) -> "Value":
        """e to the power of every entry"""
        raise NotImplementedError

    def relu(self) -> "Value":
        """max(entry, 0); the slope at exactly 0 is 0"""
        raise NotImplementedError

    def sum(self) -> "Value":
        """The sum of all entries, shape ()"""
        raise NotImplementedError

    def backward(self, gradient: np.ndarray | None = None) -> None:
        """Add ∂(gradient · self)/∂v to v.grad for self and for every Value v that it was computed from.

        gradient: an array of self's shape; may be left out when self has one entry (it is then 1).
        Raises RuntimeError when it is left out for more entries, and when its shape is not self's.
        """
        raise NotImplementedError

    def zero_grad(self) -> None:
        """Set grad of this Value back to zeros."""
        raise NotImplementedError

    # The rest follows from the operations above and needs no gradient of its own.

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + (other * -1.0)

    def __rsub__(self, other):
        return self * -1.0 + other

    def __truediv__(self, other):
        return self * other**-1.0
