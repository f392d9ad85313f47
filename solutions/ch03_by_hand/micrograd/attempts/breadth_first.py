"""Wrong: walks breadth first, so a Value that is used at two depths passes its gradient on before all have reported."""

import numpy as np


def _unbroadcast(g, shape):
    while g.ndim > len(shape):
        g = g.sum(axis=0)
    for d, n in enumerate(shape):
        if n == 1 and g.shape[d] != 1:
            g = g.sum(axis=d, keepdims=True)
    return g


class Value:
    __array_ufunc__ = None  # makes NumPy leave `array * value` to Value.__rmul__

    def __init__(self, data) -> None:
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._inputs = ()  # pairs: a Value, and a function from our gradient to its share

    @staticmethod
    def _wrap(x):
        return x if isinstance(x, Value) else Value(x)

    @staticmethod
    def _make(data, *inputs):
        out = Value(data)
        out._inputs = inputs
        return out

    def __add__(self, other: "Value | np.ndarray | float") -> "Value":
        other = Value._wrap(other)
        return Value._make(
            self.data + other.data,
            (self, lambda g: _unbroadcast(g, self.data.shape)),
            (other, lambda g: _unbroadcast(g, other.data.shape)),
        )

    def __mul__(self, other: "Value | np.ndarray | float") -> "Value":
        other = Value._wrap(other)
        return Value._make(
            self.data * other.data,
            (self, lambda g: _unbroadcast(g * other.data, self.data.shape)),
            (other, lambda g: _unbroadcast(g * self.data, other.data.shape)),
        )

    def __matmul__(self, other: "Value") -> "Value":
        other = Value._wrap(other)
        return Value._make(
            self.data @ other.data,
            (self, lambda g: g @ other.data.T),
            (other, lambda g: self.data.T @ g),
        )

    def __pow__(self, exponent: float) -> "Value":
        def slope(g):
            if exponent == 0:
                return np.zeros_like(self.data)
            return g * exponent * self.data ** (exponent - 1)

        return Value._make(self.data**exponent, (self, slope))

    def exp(self) -> "Value":
        e = np.exp(self.data)
        return Value._make(e, (self, lambda g: g * e))

    def relu(self) -> "Value":
        return Value._make(np.maximum(self.data, 0), (self, lambda g: g * (self.data > 0)))

    def sum(self) -> "Value":
        return Value._make(self.data.sum(), (self, lambda g: np.full(self.data.shape, g)))

    def backward(self, gradient: np.ndarray | None = None) -> None:
        if gradient is None:
            if self.data.size != 1:
                raise RuntimeError("gradient can only be left out for a single entry")
            gradient = np.ones(self.data.shape)
        gradient = np.asarray(gradient, dtype=np.float64)
        if gradient.shape != self.data.shape:
            raise RuntimeError(f"gradient has shape {gradient.shape}, the value {self.data.shape}")

        order, seen = [self], {id(self)}
        for v in order:  # grows while we walk
            for u, _ in v._inputs:
                if id(u) not in seen:
                    seen.add(id(u))
                    order.append(u)

        grads = {id(self): gradient}
        for v in order:
            g = grads[id(v)]
            v.grad = np.asarray(v.grad + g)
            for u, share in v._inputs:
                part = share(g)
                grads[id(u)] = grads[id(u)] + part if id(u) in grads else part

    def zero_grad(self) -> None:
        self.grad = np.zeros_like(self.data)

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
