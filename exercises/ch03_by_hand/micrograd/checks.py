"""Hidden checks for micrograd."""

import operator

import numpy as np
import pytest
import torch
from fixtures import array_on_the_left, backward_twice, calls_of_backward, chain, data_after_change, diamonds
from micrograd import Value

from grader.checks import assert_close, assert_raises_clearly, show

# A new dimension, a stretched one, both sides stretched, a number, no entries.
BROADCAST = [
    ((3,), (2, 3)),
    ((2, 1), (2, 3)),
    ((2, 1), (1, 3)),
    ((), (2, 3)),
    ((1, 1), ()),
    ((0, 3), (3,)),
    ((1, 3), (0, 3)),
]


def normal(rng, *shape):
    return torch.randn(shape, generator=rng, dtype=torch.float64).numpy()


def same(actual, expected, message):
    """Entry by entry, in shape and dtype float64; a NumPy scalar counts as an array of shape ()."""
    assert actual is not None, f"{message} is None; it should be an array"
    assert_close(np.asarray(actual), np.asarray(expected, dtype=np.float64), rtol=1e-9, atol=1e-9, message=message)


def compare(function, *arrays, gradient=None, program=""):
    """The same function of Values and of tensors: results and gradients must agree. ``program``: how it is written."""
    with show(inputs={"program": program} if program else None):
        _compare(function, *arrays, gradient=gradient)


def _compare(function, *arrays, gradient):
    values = [Value(array) for array in arrays]
    leaves = [torch.from_numpy(array.copy()).requires_grad_() for array in arrays]
    out, expected = function(*values), function(*leaves)
    same(out.data, expected.detach().numpy(), "`data` of the result")
    if gradient is None:
        gradient = np.ones(tuple(expected.shape))
    out.backward(gradient)
    expected.backward(torch.from_numpy(gradient.copy()))
    for position, (value, leaf) in enumerate(zip(values, leaves, strict=True), start=1):
        expected_grad = np.zeros(tuple(leaf.shape)) if leaf.grad is None else leaf.grad.numpy()  # None: not used
        same(value.grad, expected_grad, f"`grad` of operand {position}, shape {tuple(leaf.shape)}")


def random_expression(rng, leaves, length):
    """A list of steps over positions: first the leaves, then each step's result. Values stay of moderate size."""
    steps, kinds = [], ("add", "mul", "sub", "relu", "exp", "pow", "half")
    for at in range(leaves, leaves + length):
        kind = kinds[torch.randint(len(kinds), (), generator=rng).item()]
        # Half of the operands are the newest results, so that the graph gets deep; values are used again and again.
        picks = [
            at - 1 if torch.rand((), generator=rng) < 0.5 else torch.randint(at, (), generator=rng).item() for _ in "ab"
        ]
        steps.append((kind, *picks))
    return steps


def evaluate(steps, leaves):
    """The sum of all results of an expression, over Values or over tensors."""
    results = list(leaves)
    for kind, i, j in steps:
        a, b = results[i], results[j]
        # Squashed by 1 / (1 + a²), so that no product or exp runs away.
        results.append(
            {
                "add": lambda: a + b,  # noqa: B023
                "mul": lambda: a * (b * b + 1.0) ** -1.0,  # noqa: B023
                "sub": lambda: 1.0 - a - b,  # noqa: B023
                "relu": lambda: a.relu() + b,  # noqa: B023
                "exp": lambda: (a * a * -1.0).exp() * b,  # noqa: B023
                "pow": lambda: (a**2 + 1.0) ** -0.5,  # noqa: B023
                "half": lambda: 0.5 * a + b / 2.0,  # noqa: B023
            }[kind]()
        )
    total = results[-1].sum()
    for result in results[len(leaves) : -1 : 3]:
        total = total + result.sum()
    return total


def listing(steps, shapes):
    """An expression as lines of a program."""
    lines = [f"v{i} = Value(…)  # shape {shape}" for i, shape in enumerate(shapes)]
    for at, (kind, i, j) in enumerate(steps, len(shapes)):
        a, b = f"v{i}", f"v{j}"
        expression = {
            "add": f"{a} + {b}",
            "mul": f"{a} * ({b} * {b} + 1.0) ** -1.0",
            "sub": f"1.0 - {a} - {b}",
            "relu": f"{a}.relu() + {b}",
            "exp": f"({a} * {a} * -1.0).exp() * {b}",
            "pow": f"({a} ** 2 + 1.0) ** -0.5",
            "half": f"0.5 * {a} + {b} / 2.0",
        }[kind]
        lines.append(f"v{at} = {expression}")
    last = len(shapes) + len(steps) - 1
    summed = [last, *range(len(shapes), last, 3)]
    return "\n".join([*lines, f"({' + '.join(f'v{i}.sum()' for i in summed)}).backward()"])


@pytest.mark.visible
@pytest.mark.points(1)
def test_example():
    """The example of the statement: x * y + x ** 2"""
    x, y = Value(2.0), Value(3.0)
    z = x * y + x**2
    same(z.data, 10.0, "`z.data` of the example")
    z.backward()
    for name, value, expected in (("x", x, 7.0), ("y", y, 2.0), ("z", z, 1.0)):
        same(value.grad, expected, f"`{name}.grad` of the example")
    z.backward()
    for name, value, expected in (("x", x, 14.0), ("y", y, 4.0)):
        same(value.grad, expected, f"`{name}.grad` of the example after a second backward")
    x.zero_grad()
    same(x.grad, 0.0, "`x.grad` of the example after zero_grad")


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_broadcast():
    """The example of the statement: a product that broadcasts"""
    a, b = Value([[1, 2, 3]]), Value([[10], [20]])
    (a * b).sum().backward()
    same(a.grad, [[30, 30, 30]], "`a.grad` of the example")
    same(b.grad, [[6], [6]], "`b.grad` of the example")


@pytest.mark.points(1)
@pytest.mark.changes_arguments
def test_leaf(rng):
    """Value(data) has its own float64 copy and zeros in grad"""
    for data in (3, 2.5, [1, 2], [[1.0], [2.0]], normal(rng, 2, 3), np.zeros((0, 2)), np.arange(3)):
        value, array = Value(data), np.asarray(data, dtype=np.float64)
        same(value.data, array, "`data`")
        same(value.grad, np.zeros_like(array), "`grad` before any backward")
    data = data_after_change(Value, np.ones(3))
    same(data, np.ones(3), "`data`, after the array that it was made from has changed")


@pytest.mark.points(1)
@pytest.mark.parametrize("operation", [operator.add, operator.mul], ids=["add", "mul"])
def test_same_shapes(operation, rng):
    """a + b and a * b, and their gradients, for operands of one shape"""
    for shape in ((2, 3), (), (4,), (1, 1), (0, 2)):
        compare(operation, normal(rng, *shape), normal(rng, *shape), gradient=normal(rng, *shape))


@pytest.mark.points(1)
@pytest.mark.parametrize("operation", [operator.add, operator.mul], ids=["add", "mul"])
def test_broadcast(operation, rng):
    """a + b and a * b, and their gradients, where shapes broadcast"""
    for a, b in BROADCAST:
        compare(operation, normal(rng, *a), normal(rng, *b), gradient=normal(rng, *np.broadcast_shapes(a, b)))


@pytest.mark.points(1)
def test_matmul(rng):
    """a @ b and its gradients"""
    for n, k, m in ((2, 3, 4), (1, 3, 1), (3, 1, 2), (0, 2, 3)):
        compare(operator.matmul, normal(rng, n, k), normal(rng, k, m), gradient=normal(rng, n, m))


@pytest.mark.points(1)
def test_pow(rng):
    """a ** c and its gradient"""
    base = np.abs(normal(rng, 2, 3)) + 0.5
    for exponent in (2, 3, -1.0, 0.5):
        compare(lambda x: x**exponent, base, gradient=normal(rng, 2, 3), program=f"x ** {exponent}")  # noqa: B023


@pytest.mark.points(1)
@pytest.mark.parametrize("name", ["exp", "relu", "sum"])
def test_functions(name, rng):
    """exp, relu and sum, and their gradients"""
    for shape in ((2, 3), (), (4,), (0, 2)):
        x = normal(rng, *shape)
        gradient = normal(rng) if name == "sum" else normal(rng, *shape)
        compare(lambda v: getattr(v, name)(), x, gradient=gradient)
    if name == "relu":
        compare(lambda v: v.relu(), np.array([-1.0, 0.0, 2.0]))


@pytest.mark.points(1)
def test_numbers_and_arrays(rng):
    """Numbers and arrays may stand on either side"""
    x, array = normal(rng, 2, 3), normal(rng, 3)
    constant = torch.from_numpy(array)
    for program, given, wanted in (
        ("2.0 * v + 1.0", lambda v: 2.0 * v + 1.0, lambda t: 2.0 * t + 1.0),
        ("1 - v / 4", lambda v: 1 - v / 4, lambda t: 1 - t / 4),
        ("3.0 + v", lambda v: 3.0 + v, lambda t: 3.0 + t),
        ("-v", lambda v: -v, lambda t: -t),
        ("v * array", lambda v: v * array, lambda t: t * constant),
        ("v + array", lambda v: v + array, lambda t: t + constant),
        ("array * v + array", lambda v: array_on_the_left(array, v), lambda t: constant * t + constant),
    ):
        value, leaf = Value(x), torch.from_numpy(x.copy()).requires_grad_()
        out, expected = given(value).sum(), wanted(leaf).sum()
        out.backward()
        expected.backward()
        with show(inputs={"program": f"({program}).sum().backward()"}):
            same(out.data, expected.detach().numpy(), "`data` of a Value combined with a constant")
            same(value.grad, leaf.grad.numpy(), "`grad` of a Value combined with a constant")


@pytest.mark.points(1)
def test_used_twice(rng):
    """A Value that is used more than once gets the sum over all its uses"""
    x = normal(rng, 2, 2)
    compare(lambda v: v + v, x, program="v + v")
    compare(lambda v: v * v, x, program="v * v")
    compare(lambda v: v @ v, x, program="v @ v")
    compare(lambda v: (v + v.exp()) * v, x, program="(v + v.exp()) * v")


@pytest.mark.points(3)
def test_random_expressions(rng):
    """100 random expressions agree with torch"""
    for _ in range(100):
        leaves = [normal(rng, 2, 2), normal(rng, 2), normal(rng)]
        steps = random_expression(rng, len(leaves), length=6)
        program = listing(steps, [leaf.shape for leaf in leaves])
        compare(lambda *values: evaluate(steps, values), *leaves, program=program)  # noqa: B023


@pytest.mark.points(1)
def test_every_value_on_the_way(rng):
    """Values between the leaves and the result get their gradients too"""
    x = normal(rng, 3)
    value, leaf = Value(x), torch.from_numpy(x.copy()).requires_grad_()
    squares, expected = value * value, leaf * leaf
    expected.retain_grad()
    total = (squares.exp() + squares).sum()
    total.backward()
    (expected.exp() + expected).sum().backward()
    same(squares.grad, expected.grad.numpy(), "`grad` of a Value between the leaf and the result")
    same(total.grad, 1.0, "`grad` of the result itself")


@pytest.mark.points(1)
def test_second_backward_adds(rng):
    """A second backward adds the same gradients again, and another graph adds its own"""
    x = Value(normal(rng, 3))
    middle = x * x
    z = (middle * x).sum()
    z.backward()
    first = {name: np.array(value.grad) for name, value in (("x", x), ("middle", middle), ("z", z))}
    z.backward()
    for name, value in (("x", x), ("middle", middle), ("z", z)):
        same(value.grad, 2 * first[name], f"`{name}.grad` after two backwards, which should be twice that after one")
    (x * 3.0).sum().backward()
    same(x.grad, 2 * first["x"] + 3.0, "`x.grad` after a third backward, from another graph")


@pytest.mark.points(1)
def test_zero_grad(rng):
    """zero_grad starts over, for this Value alone"""
    x, y = Value(normal(rng, 2, 3)), Value(normal(rng, 2, 3))
    z = (x * y).sum()
    z.backward()
    x.zero_grad()
    same(x.grad, np.zeros((2, 3)), "`x.grad` after x.zero_grad()")
    same(y.grad, x.data, "`y.grad` after x.zero_grad()")
    z.backward()
    same(x.grad, y.data, "`x.grad` after zero_grad and another backward")


@pytest.mark.points(1)
def test_gradient_argument():
    """gradient may be left out for one entry only, and must have the shape of the result"""
    for one in (Value(2.0), Value([2.0]), Value([[2.0]])):
        out = one * 3.0
        out.backward()
        same(
            one.grad, np.full(np.shape(one.data), 3.0), "`grad` when the result has one entry and no gradient is given"
        )
    vector = Value([1.0, 2.0, 3.0])

    def backward(gradient=None):
        (vector * 2.0).backward() if gradient is None else (vector * 2.0).backward(gradient)

    with show(inputs={"result": "Value([1.0, 2.0, 3.0]) * 2.0"}):
        assert_raises_clearly(RuntimeError, backward)
        for wrong in (np.ones(1), np.ones(()), np.ones((3, 1)), np.ones(2)):
            assert_raises_clearly(RuntimeError, backward, wrong)
    same(vector.grad, np.zeros(3), "`grad` after calls of backward that were refused")


@pytest.mark.points(1)
def test_data_and_gradient_unchanged(rng):
    """Operations and backward leave data alone, and the gradient that was passed in"""
    arrays, gradient = (normal(rng, 2, 3), normal(rng, 3)), normal(rng, 2, 3)
    x, y = (Value(array) for array in arrays)
    kept = gradient.copy()
    z = (x * y + x).exp() + x.relu()
    backward_twice(z, gradient)
    same(x.data, arrays[0], "`x.data` after backward")
    same(y.data, arrays[1], "`y.data` after backward")
    same(gradient, kept, "the gradient that was passed to backward")


@pytest.mark.points(2)
def test_each_value_once():
    """The work of backward grows with the number of operations, not with the number of paths"""
    few, many = (calls_of_backward(diamonds(Value(1.0), levels).sum(), limit=200_000) for levels in (8, 16))
    # Twice the operations: about twice the calls. Once a path instead of once a value: 256 times.
    assert many < 8 * few, (
        f"twice as many operations make backward do {many / few:.0f} times as many calls: "
        "a value passes its gradient on again for every path that leads to it"
    )


@pytest.mark.points(1)
def test_long_chain():
    """5,000 operations in a row are no problem"""
    x = Value([1.0, 2.0])
    z = chain(x, 5000).sum()
    z.backward()
    same(x.grad, [1.0, 1.0], "`grad` at the far end of 5,000 additions")
