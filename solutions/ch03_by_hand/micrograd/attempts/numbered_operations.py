"""Right: every Value gets a number when it is made, backward goes through the reachable ones by falling number."""

import itertools

import numpy as np

COUNTER = itertools.count()


class Operation:
    def __init__(self, *operands):
        self.operands = operands

    def arrays(self):
        return [v.data for v in self.operands]


class Add(Operation):
    def forward(self, a, b):
        return a + b

    def backward(self, g, a, b):
        return [g, g]


class Mul(Operation):
    def forward(self, a, b):
        return a * b

    def backward(self, g, a, b):
        return [g * b, g * a]


class MatMul(Operation):
    def forward(self, a, b):
        return a @ b

    def backward(self, g, a, b):
        return [np.matmul(g, np.transpose(b)), np.matmul(np.transpose(a), g)]


class Pow(Operation):
    def __init__(self, operand, exponent):
        super().__init__(operand)
        self.exponent = exponent

    def forward(self, a):
        return a**self.exponent

    def backward(self, g, a):
        if self.exponent == 0:
            return [np.zeros(a.shape)]
        return [self.exponent * a ** (self.exponent - 1.0) * g]


class Exp(Operation):
    def forward(self, a):
        return np.exp(a)

    def backward(self, g, a):
        return [np.exp(a) * g]


class Relu(Operation):
    def forward(self, a):
        return np.clip(a, 0.0, None)

    def backward(self, g, a):
        return [g * (a > 0).astype(float)]


class Sum(Operation):
    def forward(self, a):
        return a.sum()

    def backward(self, g, a):
        return [np.broadcast_to(g, a.shape)]


class Value:
    __array_ufunc__ = None

    def __init__(self, data, operation=None):
        self.data = np.array(data, dtype="float64")
        self.grad = np.zeros(self.data.shape, dtype="float64")
        self.operation = operation
        self.number = next(COUNTER)

    def _apply(operation):
        return Value(operation.forward(*operation.arrays()), operation)

    def _value(x):
        if isinstance(x, Value):
            return x
        return Value(x)

    def __add__(self, other):
        return Value._apply(Add(self, Value._value(other)))

    def __mul__(self, other):
        return Value._apply(Mul(self, Value._value(other)))

    def __matmul__(self, other):
        return Value._apply(MatMul(self, other))

    def __pow__(self, exponent):
        return Value._apply(Pow(self, exponent))

    def exp(self):
        return Value._apply(Exp(self))

    def relu(self):
        return Value._apply(Relu(self))

    def sum(self):
        return Value._apply(Sum(self))

    def backward(self, gradient=None):
        if gradient is None:
            if self.data.size == 1:
                gradient = np.ones(self.data.shape)
            else:
                raise RuntimeError("not a single entry: give a gradient")
        if np.array(gradient).shape != self.data.shape:
            raise RuntimeError("wrong shape of gradient")

        involved = {self.number: self}
        front = [self]
        while front:
            next_front = []
            for v in front:
                if v.operation is not None:
                    for u in v.operation.operands:
                        if u.number not in involved:
                            involved[u.number] = u
                            next_front.append(u)
            front = next_front

        arrived = {n: np.zeros(v.data.shape) for n, v in involved.items()}
        arrived[self.number] += gradient
        for n in sorted(involved, reverse=True):
            v = involved[n]
            g = arrived[n]
            v.grad = v.grad + g if v.grad.shape else np.array(v.grad + g)
            if v.operation is None:
                continue
            for u, part in zip(v.operation.operands, v.operation.backward(g, *v.operation.arrays())):
                target = u.data.shape
                missing = part.ndim - len(target)
                part = part.sum(axis=tuple(range(missing)))
                for axis in range(len(target)):
                    if target[axis] == 1:
                        part = part.sum(axis=axis, keepdims=True)
                arrived[u.number] += part

    def zero_grad(self):
        self.grad[...] = 0.0

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
