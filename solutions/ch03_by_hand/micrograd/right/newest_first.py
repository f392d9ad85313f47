"""Another way, torch's own: no sorting; of all Values that wait with a gradient, the newest goes first (a heap of serial numbers)."""

import heapq
import itertools

import numpy as np

_serial = itertools.count()


class Value:
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=float)
        self.grad = np.zeros(self.data.shape)
        self.edges = []  # (operand, function from the result's gradient to the operand's)
        self.serial = next(_serial)

    @classmethod
    def _make(cls, data, *edges):
        out = cls(data)
        out.edges = edges
        return out

    def __add__(self, other):
        if not isinstance(other, Value):
            return Value._make(self.data + other, (self, lambda g: g))
        return Value._make(self.data + other.data, (self, lambda g: g), (other, lambda g: g))

    def __mul__(self, other):
        if not isinstance(other, Value):
            return Value._make(self.data * other, (self, lambda g: g * other))
        return Value._make(self.data * other.data, (self, lambda g: g * other.data), (other, lambda g: g * self.data))

    def __matmul__(self, other):
        a, b = self.data, other.data
        left = (self, lambda g: np.einsum("nm,km->nk", g, b))
        return Value._make(a @ b, left, (other, lambda g: np.einsum("nk,nm->km", a, g)))

    def __pow__(self, exponent):
        x = self.data
        return Value._make(x**exponent, (self, lambda g: g * exponent * x ** (exponent - 1)))

    def exp(self):
        y = np.exp(self.data)
        return Value._make(y, (self, lambda g: g * y))

    def relu(self):
        open_ = self.data > 0
        return Value._make(np.where(open_, self.data, 0), (self, lambda g: np.where(open_, g, 0)))

    def sum(self):
        shape = self.data.shape
        return Value._make(np.sum(self.data), (self, lambda g: g * np.ones(shape)))

    def backward(self, gradient=None):
        if gradient is None:
            if self.data.size != 1:
                raise RuntimeError("grad can be implicitly created only for scalar outputs")
            gradient = np.ones(self.data.shape)
        elif np.shape(gradient) != self.data.shape:
            raise RuntimeError("Mismatch in shape")
        # An operand is always older than its result, so the newest waiting Value has heard from all its users.
        waiting, heap = {self.serial: (self, np.array(gradient, dtype=float))}, [-self.serial]
        while heap:
            value, g = waiting.pop(-heapq.heappop(heap))
            value.grad = value.grad + g
            for operand, pull in value.edges:
                pulled = pull(g)
                while pulled.ndim > operand.data.ndim:
                    pulled = pulled.sum(axis=0)
                for axis, size in enumerate(operand.data.shape):
                    if size != pulled.shape[axis]:
                        pulled = pulled.sum(axis=axis, keepdims=True)
                if operand.serial in waiting:
                    waiting[operand.serial] = (operand, waiting[operand.serial][1] + pulled)
                else:
                    waiting[operand.serial] = (operand, pulled)
                    heapq.heappush(heap, -operand.serial)

    def zero_grad(self):
        self.grad = np.zeros(self.data.shape)

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
