"""An autograd engine on NumPy arrays."""

from collections.abc import Callable

import numpy as np

# From the gradient of a result to those of the Values that it was made from, in the result's shape where it broadcast.
Pull = Callable[[np.ndarray], tuple[np.ndarray, ...]]


class Value:
    __array_ufunc__ = None  # makes NumPy leave `array * value` to Value.__rmul__

    def __init__(self, data, parents: "tuple[Value, ...]" = (), pull: Pull | None = None) -> None:
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._parents = parents
        self._pull = pull

    def __add__(self, other: "Value | np.ndarray | float") -> "Value":
        other = _as_value(other)
        return self._result(self.data + other.data, (self, other), lambda g: (g, g))

    def __mul__(self, other: "Value | np.ndarray | float") -> "Value":
        other = _as_value(other)
        return self._result(self.data * other.data, (self, other), lambda g: (g * other.data, g * self.data))

    def __matmul__(self, other: "Value") -> "Value":
        return self._result(self.data @ other.data, (self, other), lambda g: (g @ other.data.T, self.data.T @ g))

    def __pow__(self, exponent: float) -> "Value":
        slope = exponent * self.data ** (exponent - 1)
        return self._result(self.data**exponent, (self,), lambda g: (g * slope,))

    def exp(self) -> "Value":
        out = np.exp(self.data)
        return self._result(out, (self,), lambda g: (g * out,))

    def relu(self) -> "Value":
        return self._result(np.maximum(self.data, 0), (self,), lambda g: (g * (self.data > 0),))

    def sum(self) -> "Value":
        return self._result(self.data.sum(), (self,), lambda g: (np.broadcast_to(g, self.data.shape),))

    def backward(self, gradient: np.ndarray | None = None) -> None:
        # The gradients of this backward alone; .grad may still hold those of earlier ones, which must not be passed on.
        flowing = {id(self): self._seed(gradient)}
        for value in self._consumers_first():
            g = flowing[id(value)]
            value.grad = value.grad + g
            for parent, pulled in zip(value._parents, value._pull(g) if value._pull else (), strict=True):
                pulled = _sum_to(pulled, parent.data.shape)
                flowing[id(parent)] = flowing[id(parent)] + pulled if id(parent) in flowing else pulled

    def zero_grad(self) -> None:
        self.grad = np.zeros_like(self.data)

    def _result(self, data: np.ndarray, parents: "tuple[Value, ...]", pull: Pull) -> "Value":
        return type(self)(data, parents, pull)

    def _seed(self, gradient: np.ndarray | None) -> np.ndarray:
        if gradient is None:
            if self.data.size != 1:
                raise RuntimeError(
                    f"a result of shape {self.data.shape} needs a gradient; only one entry can do without"
                )
            return np.ones_like(self.data)
        if np.shape(gradient) != self.data.shape:
            raise RuntimeError(f"the gradient has shape {np.shape(gradient)}, the result {self.data.shape}")
        return np.array(gradient, dtype=np.float64)

    def _consumers_first(self) -> "list[Value]":
        """Everything that self was computed from, each Value after all that use it. A stack, since recursion ends at 1,000."""
        order, seen, stack = [], set(), [(self, False)]
        while stack:
            value, parents_done = stack.pop()
            if parents_done:
                order.append(value)
            elif id(value) not in seen:
                seen.add(id(value))
                stack.append((value, True))
                stack.extend((parent, False) for parent in value._parents)
        return order[::-1]

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


def _as_value(other: "Value | np.ndarray | float") -> Value:
    return other if isinstance(other, Value) else Value(other)


def _sum_to(g: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """Undo broadcasting: sum over the dimensions that it added in front, then over those that it stretched."""
    g = g.sum(axis=tuple(range(g.ndim - len(shape))))
    stretched = tuple(axis for axis, size in enumerate(shape) if size == 1 and g.shape[axis] != 1)
    return g.sum(axis=stretched, keepdims=True)
