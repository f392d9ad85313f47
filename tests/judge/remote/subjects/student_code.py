"""What a student might hand in: run in process and across the boundary, and compared."""

import math
from collections import namedtuple

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F


def identity(x):
    return x


# -- differentiable functions ----------------------------------------------------------------------------------------


def softmax(x):
    e = torch.exp(x - x.max(-1, keepdim=True).values)
    return e / e.sum(-1, keepdim=True)


def matmul_bias(a, b, c):
    return a @ b + c


def two_outputs(x, y):
    return x * y, (x + y).sin()


def dependent_outputs(x):
    hidden = x.tanh()
    return hidden, hidden * x


def with_integers(x):
    values, indices = x.sort(-1)
    return values, indices


def views(x):
    return x.t()[1:].reshape(-1)


def complex_abs(z):
    return (z * z.conj()).real + z.imag


def in_place_inside(x):
    y = x.clone()
    y.mul_(x)
    y[0] += 1
    return y.exp_()


def unused_input(x, y):
    return x * 2


def nothing_saved(x):
    return x.sum()


class CubeFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x**3

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return 3 * x**2 * g


class WrongCube(CubeFunction):
    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return 2 * x**2 * g


class WrongSecond(torch.autograd.Function):
    """Right the first time; its second derivative is lost."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x**3

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return 3 * (x**2).detach() * g


def cube(x):
    return CubeFunction.apply(x)


def wrong_cube(x):
    return WrongCube.apply(x)


def wrong_second(x):
    return WrongSecond.apply(x)


def detached(x):
    return softmax(x.detach()) * x


def right_for_ones_only(x):
    class G(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x**2

        @staticmethod
        def backward(ctx, g):
            (x,) = ctx.saved_tensors
            return 2 * x

    return G.apply(x)


def scale_(x, w):
    return x.mul_(w)


def relu_(h):
    h.relu_()


def add_data(x):
    x.data.add_(1)


def add_numpy(x):
    x.numpy()[...] += 1


def penalty(f, x):
    (g,) = torch.autograd.grad(f(x).sum(), x, create_graph=True)
    return (g**2).sum()


def vjp(y, x, v):
    return torch.autograd.grad(y, x, v)[0]


def backward_here(loss):
    loss.backward()


def hooked(x):
    y = x * 2
    if y.requires_grad:
        y.register_hook(lambda g: g * 10)
    return y.sum()


def no_grad_inside(x):
    with torch.no_grad():
        return x * 2


def grad_enabled():
    return torch.is_grad_enabled(), torch.is_inference_mode_enabled(), torch.get_default_dtype()


# -- modules -----------------------------------------------------------------------------------------------------------


class Net(nn.Module):
    def __init__(self, inputs=4, hidden=8, outputs=3):
        super().__init__()
        self.first = nn.Linear(inputs, hidden)
        self.norm = nn.BatchNorm1d(hidden)
        self.drop = nn.Dropout(0.25)
        self.second = nn.Linear(hidden, outputs)
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        self.last_hidden = self.norm(self.first(x)).relu()
        return self.second(self.drop(self.last_hidden))


class Smooth(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.linspace(-1, 1, 12).reshape(4, 3))

    def forward(self, x):
        return torch.tanh(x @ self.w)


class Recurrent(nn.Module):
    """Keeps its state, with its graph, between calls."""

    def __init__(self):
        super().__init__()
        self.cell = nn.Linear(3, 3)
        self.state = torch.zeros(1, 3)

    def forward(self, x):
        self.state = torch.tanh(self.cell(self.state + x))
        return self.state


class SGD:
    def __init__(self, params, lr=0.1):
        self.params = list(params)
        self.lr = lr

    def step(self):
        with torch.no_grad():
            for p in self.params:
                if p.grad is not None:
                    p -= self.lr * p.grad

    def zero_grad(self):
        for p in self.params:
            p.grad = None


def train(model, loader, loss_fn, steps=3, lr=0.05):
    opt = torch.optim.SGD(model.parameters(), lr=lr, momentum=0.9)
    losses = []
    model.train()
    for _ in range(steps):
        for x, y in loader:
            opt.zero_grad()
            loss = loss_fn(model(x), y)
            loss.backward()
            opt.step()
            losses.append(loss.item())
    return losses


def train_on_dataset(model, dataset, loss_fn, optimizer):
    loader = torch.utils.data.DataLoader(dataset, batch_size=4, shuffle=False)
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = loss_fn(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


# -- plain objects -----------------------------------------------------------------------------------------------------


class Value:
    def __init__(self, data):
        self.data = data

    def __add__(self, other):
        return Value(self.data + getattr(other, "data", other))

    __radd__ = __add__

    def __iadd__(self, other):
        self.data += getattr(other, "data", other)
        return self

    def __mul__(self, other):
        return Value(self.data * getattr(other, "data", other))

    def __rsub__(self, other):
        return Value(other - self.data)

    def __neg__(self):
        return Value(-self.data)

    def __abs__(self):
        return abs(self.data)

    def __matmul__(self, other):
        return self.data * other.data

    def __eq__(self, other):
        return isinstance(other, Value) and self.data == other.data

    def __lt__(self, other):
        return self.data < other.data

    def __hash__(self):
        return hash(("value", self.data))

    def __bool__(self):
        return bool(self.data)

    def __int__(self):
        return int(self.data)

    def __float__(self):
        return float(self.data)

    def __index__(self):
        return int(self.data)

    def __round__(self, digits=None):
        return round(self.data, digits)

    def __repr__(self):
        return f"Value({self.data!r})"

    def __str__(self):
        return f"<{self.data}>"

    def __format__(self, spec):
        return f"[{self.data:{spec}}]"


class Liar:
    """Says yes to every question."""

    def __eq__(self, other):
        return True

    def __lt__(self, other):
        return True

    __gt__ = __le__ = __ge__ = __lt__

    def __sub__(self, other):
        return 0.0

    def __rsub__(self, other):
        return 0.0

    def __abs__(self):
        return self

    def __hash__(self):
        return 0


def lie(*args):
    return Liar()


class Stack:
    def __init__(self, items=()):
        self.items = list(items)

    def __len__(self):
        return len(self.items)

    def __getitem__(self, index):
        return self.items[index]

    def __setitem__(self, index, value):
        self.items[index] = value

    def __delitem__(self, index):
        del self.items[index]

    def __contains__(self, item):
        return item in self.items

    def __iter__(self):
        return iter(self.items)

    def __reversed__(self):
        return reversed(self.items)

    def __call__(self, *args, **keywords):
        return len(args), sorted(keywords)


class Manager:
    def __init__(self):
        self.events = []

    def __enter__(self):
        self.events.append("enter")
        return self

    def __exit__(self, kind, error, trace):
        self.events.append(None if kind is None else kind.__name__)
        return kind is KeyError


class Base:
    pass


class Derived(Base):
    attribute = 3

    @property
    def doubled(self):
        return self.attribute * 2

    @staticmethod
    def static(x):
        return x + 1

    @classmethod
    def make(cls):
        return cls()


class Vocabulary(dict):
    def encode(self, word):
        return self[word]


class StudentError(ValueError):
    def __init__(self, code):
        super().__init__(f"code {code}")
        self.code = code


def raises(kind, *args):
    raise {"value": ValueError, "key": KeyError, "student": StudentError, "not": NotImplementedError,
           "zero": ZeroDivisionError, "exit": SystemExit, "interrupt": KeyboardInterrupt, "stop": StopIteration,
           "type": TypeError, "unicode": UnicodeDecodeError, "os": FileNotFoundError}[kind](*args)  # fmt: skip


def raises_torch():
    return torch.zeros(2, 3) @ torch.zeros(2, 3)


def raises_linalg():
    return torch.linalg.cholesky(-torch.eye(2))


class Nasty(Exception):
    def __init__(self, how):
        self.how = how

    def __str__(self):
        if self.how == "raise":
            raise RuntimeError("no text")
        return "x" * 10_000_000


def nasty(how):
    raise Nasty(how)


def recurse(n=0):
    return recurse(n + 1)


def skips():
    import pytest

    pytest.skip("please")


Point = namedtuple("Point", "x y")


def point(x, y):
    return Point(x, y)


def top(x):
    return torch.max(x, dim=-1)


# -- containers that are changed in place ------------------------------------------------------------------------------


def sort_(items):
    items.sort()


def append_self(items):
    items.append(items)


def grow(items, mapping, members, data):
    items.append(3)
    items[0] = [7]
    mapping["new"] = items
    del mapping["old"]
    members.add(9)
    data[0] = 255
    return items


def change_nested(nested):
    nested["a"][0].append(1)


def fill(array):
    array[...] = 7


def draw(generator):
    return torch.rand(3, generator=generator)


# -- callbacks ---------------------------------------------------------------------------------------------------------


def apply(f, *args, **keywords):
    return f(*args, **keywords)


def mapped(f, x):
    return torch.func.vmap(f)(x)


def apply_safely(f):
    try:
        return f()
    except ZeroDivisionError as error:
        return f"caught {error}"


def consume(iterator):
    return sum(iterator)


def newton(f, x, steps=20):
    for _ in range(steps):
        x = x.detach().requires_grad_()
        (g,) = torch.autograd.grad(f(x), x)
        x = x - f(x) / g
    return x.detach()


def counter():
    count = 0

    def step():
        nonlocal count
        count += 1
        return count

    return step


def compose(f, g):
    return lambda x: f(g(x))


def countdown(n):
    while n:
        received = yield n
        n = received if received is not None else n - 1
    return "done"


def spy(f):
    found = []
    for name in (
        "__globals__",
        "__code__",
        "__closure__",
        "__class__",
        "__self__",
        "gi_frame",
        "func_globals",
        "secret",
    ):
        try:
            found.append((name, repr(getattr(f, name))))
        except AttributeError:
            pass
    return found


def get(value, *names):
    for name in names:
        value = getattr(value, name)
    return value


def put(value, name, new):
    setattr(value, name, new)


def forked(f):
    import os

    reader, writer = os.pipe()
    pid = os.fork()
    if not pid:
        try:
            f()
            os.write(writer, b"called")
        except TypeError:
            os.write(writer, b"refused")
        finally:
            os._exit(0)
    os.waitpid(pid, 0)
    return os.read(reader, 10)


CONSTANT = 5
WORDS = ["a", "b"]
TABLE = torch.arange(3.0)
PI = math.pi
ARRAY = np.arange(3)


def set_module_constant(value):
    global CONSTANT
    CONSTANT = value


def use_functional(x):
    return F.relu(x)
