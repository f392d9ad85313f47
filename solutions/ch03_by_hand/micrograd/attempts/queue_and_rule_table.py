"""Right: one rule a kind of operation in a table, and a queue of Values that nobody is left to report to."""

from collections import Counter, deque

import numpy as np


def _fit(g, like):
    extra = g.ndim - like.ndim
    axes = tuple(d for d in range(g.ndim) if d < extra or like.shape[d - extra] == 1)
    return g.sum(axis=axes).reshape(like.shape)


RULES = {
    "add": lambda g, out, a, b: (_fit(g, a), _fit(g, b)),
    "mul": lambda g, out, a, b: (_fit(g * b, a), _fit(g * a, b)),
    "matmul": lambda g, out, a, b: (g @ b.T, a.T @ g),
    "exp": lambda g, out, a: (g * out,),
    "relu": lambda g, out, a: (np.where(a > 0, g, 0.0),),
    "sum": lambda g, out, a: (g * np.ones(a.shape),),
}


class Value:
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=float)
        self.parents = []
        self.rule = None
        self.zero_grad()

    def _new(self, data, rule, *parents):
        out = Value(data)
        out.rule = RULES[rule] if isinstance(rule, str) else rule
        out.parents = list(parents)
        return out

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return self._new(np.add(self.data, other.data), "add", self, other)

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return self._new(np.multiply(self.data, other.data), "mul", self, other)

    def __matmul__(self, other):
        return self._new(self.data.dot(other.data), "matmul", self, other)

    def __pow__(self, exponent):
        def rule(g, out, a):
            return (g * exponent * np.power(a, exponent - 1) if exponent else g * 0,)

        return self._new(np.power(self.data, exponent), rule, self)

    def exp(self):
        return self._new(np.exp(self.data), "exp", self)

    def relu(self):
        return self._new(np.maximum(0.0, self.data), "relu", self)

    def sum(self):
        return self._new(np.sum(self.data), "sum", self)

    def backward(self, gradient=None):
        if gradient is None and self.data.size == 1:
            gradient = np.ones_like(self.data)
        if gradient is None or np.shape(gradient) != self.data.shape:
            raise RuntimeError("backward needs a gradient of shape " + str(self.data.shape))

        waiting = Counter()  # how many reports a Value still waits for
        reached = {self}
        todo = [self]
        while todo:
            for p in todo.pop().parents:
                waiting[p] += 1
                if p not in reached:
                    reached.add(p)
                    todo.append(p)

        flow = {self: np.array(gradient, dtype=float)}
        ready = deque([self])
        while ready:
            v = ready.popleft()
            g = flow.pop(v)
            v.grad += g
            if v.rule is None:
                continue
            for p, part in zip(v.parents, v.rule(g, v.data, *[q.data for q in v.parents])):
                flow[p] = flow.get(p, 0) + part
                waiting[p] -= 1
                if waiting[p] == 0:
                    ready.append(p)

    def zero_grad(self):
        self.grad = np.zeros(self.data.shape)

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
