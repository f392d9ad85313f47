"""An autograd engine on NumPy arrays."""

import numpy as np


def _unbroadcast(grad, shape):
    while grad.ndim > len(shape):
        grad = grad.sum(0)
    for axis, size in enumerate(shape):
        if size == 1:
            grad = grad.sum(axis, keepdims=True)
    return grad


class Value:
    """An array that remembers how it was computed."""

    __array_ufunc__ = None

    def __init__(self, data, parents=()) -> None:
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.parents = parents
        self._backward = lambda gradient: None

    @staticmethod
    def _wrap(other):
        return other if isinstance(other, Value) else Value(other)

    def __add__(self, other):
        other = self._wrap(other)
        out = Value(self.data + other.data, (self, other))
        out._backward = lambda g: (_unbroadcast(g, self.data.shape), _unbroadcast(g, other.data.shape))
        return out

    def __mul__(self, other):
        other = self._wrap(other)
        out = Value(self.data * other.data, (self, other))
        out._backward = lambda g: (
            _unbroadcast(g * other.data, self.data.shape),
            _unbroadcast(g * self.data, other.data.shape),
        )
        return out

    def __matmul__(self, other):
        out = Value(self.data @ other.data, (self, other))
        out._backward = lambda g: (g @ other.data.T, self.data.T @ g)
        return out

    def __pow__(self, exponent):
        raise NotImplementedError

    def exp(self):
        out = Value(np.exp(self.data), (self,))
        out._backward = lambda g: (g * out.data,)
        return out

    def relu(self):
        out = Value(np.maximum(self.data, 0), (self,))
        out._backward = lambda g: (g * (self.data >= 0),)
        return out

    def sum(self):
        out = Value(self.data.sum(), (self,))
        out._backward = lambda g: (np.broadcast_to(g, self.data.shape),)
        return out

    def backward(self, gradient=None) -> None:
        if gradient is None:
            if self.data.size != 1:
                raise RuntimeError("gradient is needed for more than one entry")
            gradient = np.ones_like(self.data)
        gradient = np.asarray(gradient, dtype=np.float64)
        if gradient.shape != self.data.shape:
            raise RuntimeError("gradient has another shape")
        self.grad = self.grad + gradient
        if self.parents:
            for parent, g in zip(self.parents, self._backward(gradient), strict=True):
                parent.backward(g)

    def zero_grad(self) -> None:
        self.grad = np.zeros_like(self.data)

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
