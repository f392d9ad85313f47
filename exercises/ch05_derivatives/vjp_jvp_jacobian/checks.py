"""Hidden checks for vjp_jvp_jacobian."""

import pytest
import torch
from fixtures import at, calls, traces
from vjp_jvp_jacobian import hvp, jacobian, jvp, vjp

from grader.checks import assert_allocates_at_most, assert_close, assert_raises_clearly, assert_vectorised

F64 = torch.float64
W = 2.0  # the parameter that some of the functions use

# The judge's own copies of the functions in fixtures.py, with the shapes that they are tried on.
TENSOR = {
    "cubes": (lambda x: x**3 * W, [(4,), (), (1,), (0,), (2, 3), (2, 0)]),
    "sums over the last dimension": (lambda x: x.exp().sum(-1), [(3,), (2, 4), (2, 3, 2), (0, 2), (2, 0)]),
    "outer product": (lambda x: x[:, None] * x.sin(), [(3,), (1,), (0,)]),
    "powers of a number": (lambda x: torch.stack([x, x * x, x.sin()]), [()]),
    "linear": (lambda x: 3 * x.flip(0), [(4,), (2, 3)]),
    "first element": (lambda x: x[:1].exp(), [(3,), (0,), (4, 2)]),
}
SCALAR = {
    "sum of quartics": (lambda x: (x**4).sum() * W, [(4,), (), (0,), (2, 3)]),
    "all pairs": (lambda x: (x.flatten()[:, None] * x.flatten()).sin().sum(), [(4,), (1,), (2, 3)]),
}


def normal(rng, shape, dtype=F64):
    return torch.randn(shape, generator=rng, dtype=dtype)


def on(product):
    """product on a function of fixtures.py, by name; messages call it what it is called."""

    def call(name, x, *vector):
        return at(product, name, x, *vector)

    call.__name__ = product.__name__
    return call


vjp_of, jvp_of, jacobian_of, hvp_of = on(vjp), on(jvp), on(jacobian), on(hvp)


def true_jacobian(f, x):
    """Element by element: (y's elements, x's elements), and y's shape."""
    x = x.detach().requires_grad_()
    y = f(x)
    rows = [torch.autograd.grad(element, x, retain_graph=True)[0].flatten() for element in y.flatten()]
    return torch.stack(rows) if rows else x.new_zeros(0, x.numel()), y.shape


def gradient_of(f):
    return lambda x: torch.autograd.grad(f(x), x, create_graph=True)[0]


def cases(rng, table, dtype):
    """Name, function and x; an x of two dimensions is once contiguous and once transposed."""
    for name, (f, shapes) in table.items():
        for shape in shapes:
            yield name, f, normal(rng, shape, dtype)
            if len(shape) == 2:
                yield name, f, normal(rng, shape[::-1], dtype).T


def tolerance(dtype):
    # The reference differs from the yardstick by rounding alone: 1e-15 in float64, 1e-6 in float32, of values near 10.
    return {"rtol": 1e-4, "atol": 1e-4} if dtype == torch.float32 else {"rtol": 1e-9, "atol": 1e-9}


def told(name, x):
    return f"This is for {name}, x of shape {tuple(x.shape)} and {x.dtype}."


@pytest.mark.visible
@pytest.mark.points(1)
def test_example():
    """The example of the statement: vjp, jvp and jacobian"""
    x = torch.tensor([2.0, 3.0])
    assert_close(vjp_of("example", x, torch.tensor([1.0, 10.0, 100.0])), torch.tensor([103.0, 62.0]))
    assert_close(jvp_of("example", x, torch.tensor([1.0, 10.0])), torch.tensor([23.0, 60.0, 1.0]))
    expected = torch.tensor([[3.0, 2.0], [0.0, 6.0], [1.0, 0.0]])
    assert_close(jacobian_of("example", x), expected)


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_hvp():
    """The example of the statement: hvp"""
    x, v = torch.tensor([2.0, 3.0]), torch.tensor([1.0, 10.0])
    assert_close(hvp_of("example for hvp", x, v), torch.tensor([46.0, 4.0]))


@pytest.mark.points(1)
def test_vjp(rng):
    """vjp is right for x and f(x) of any shape, contiguous or not"""
    for dtype in (F64, torch.float32):
        for name, f, x in cases(rng, TENSOR, dtype):
            J, shape = true_jacobian(f, x)
            v = normal(rng, shape, dtype)
            expected = (v.flatten() @ J).reshape(x.shape)
            assert_close(vjp_of(name, x, v), expected, **tolerance(dtype), message=told(name, x))


@pytest.mark.points(1)
def test_jvp(rng):
    """jvp is right for x and f(x) of any shape, contiguous or not"""
    for dtype in (F64, torch.float32):
        for name, f, x in cases(rng, TENSOR, dtype):
            J, shape = true_jacobian(f, x)
            u = normal(rng, x.shape, dtype)
            expected = (J @ u.flatten()).reshape(shape)
            assert_close(jvp_of(name, x, u), expected, **tolerance(dtype), message=told(name, x))


@pytest.mark.points(1)
def test_jacobian(rng):
    """jacobian is right for x and f(x) of any shape, contiguous or not"""
    for dtype in (F64, torch.float32):
        for name, f, x in cases(rng, TENSOR, dtype):
            J, shape = true_jacobian(f, x)
            expected = J.reshape((*shape, *x.shape))
            assert_close(jacobian_of(name, x), expected, **tolerance(dtype), message=told(name, x))


@pytest.mark.points(1)
def test_hvp(rng):
    """hvp is right for x of any shape, contiguous or not"""
    for dtype in (F64, torch.float32):
        for name, f, x in cases(rng, SCALAR, dtype):
            H, _ = true_jacobian(gradient_of(f), x)
            v = normal(rng, x.shape, dtype)
            expected = (H @ v.flatten()).reshape(x.shape)
            assert_close(hvp_of(name, x, v), expected, **tolerance(dtype), message=told(name, x))


@pytest.mark.points(1)
@pytest.mark.parametrize("name", ["vjp", "jvp", "jacobian", "hvp"])
def test_zero_derivatives(name, rng):
    """A function that does not depend on x, or whose second derivative is zero"""
    x = normal(rng, (3,), torch.float32)
    for kind in ("constant", "parameter only"):
        told = f"`{name}` of a function that depends on {'nothing' if kind == 'constant' else 'a parameter only'}"
        if name == "vjp":
            assert_close(vjp_of(kind, x, torch.ones(2)), torch.zeros(3), message=told)
        elif name == "jvp":
            assert_close(jvp_of(kind, x, torch.ones(3)), torch.zeros(2), message=told)
        elif name == "jacobian":
            assert_close(jacobian_of(kind, x), torch.zeros(2, 3), message=told)
    if name == "hvp":
        for kind in ("linear sum", "constant scalar", "parameter only, scalar"):
            assert_close(hvp_of(kind, x, torch.ones(3)), torch.zeros(3), message=f"`hvp` of this function: {kind}")


@pytest.mark.points(1)
def test_called_once(rng):
    """f is called once"""
    x, v = normal(rng, (3,)), normal(rng, (3,))
    for product, name, vector in (
        (vjp, "cubes", [v]),
        (jvp, "cubes", [v]),
        (jacobian, "cubes", []),
        (hvp, "all pairs", [v]),
    ):
        count = calls(product, name, x, *vector)
        assert count == 1, f"`{product.__name__}` calls f {count} times; it should do so once"


@pytest.mark.points(1)
def test_leaves_no_trace(rng):
    """x, its gradient and those of parameters stay as they were, and the result has no graph"""
    x, v = normal(rng, (3,)), normal(rng, (3,))
    for kind in ("leaf", "intermediate", "plain"):
        for product, name, vector in (
            (vjp, "cubes", [v]), (jvp, "cubes", [v]), (jacobian, "cubes", []), (hvp, "sum of quartics", [v]),
        ):  # fmt: skip
            changed = traces(product, name, kind, x, *vector)
            what = {"leaf": "a leaf that requires grad", "intermediate": "a result", "plain": "a plain tensor"}[kind]
            assert not changed, f"after `{product.__name__}` with an x that is {what}: {' and '.join(changed)} changed"


@pytest.mark.points(1)
@pytest.mark.parametrize("name", ["jvp", "hvp"])
def test_no_matrix(name, rng):
    """No tensor with n² elements is made, and no operator runs n times"""
    product, function = (jvp, "cubes") if name == "jvp" else (hvp, "sum of quartics")

    def run(x, v):
        return at(product, function, x, v)

    run.__name__ = name
    assert_allocates_at_most(64, run, normal(rng, (64,)), normal(rng, (64,)))
    assert_vectorised(run, lambda n: (normal(rng, (n,)), normal(rng, (n,))))


@pytest.mark.points(1)
def test_other_shapes_are_refused(rng):
    """A vector of another shape is a RuntimeError, even if it would broadcast"""
    x = normal(rng, (3,))
    for product, name in ((vjp, "cubes"), (jvp, "cubes"), (hvp, "sum of quartics")):

        def call(v, product=product, name=name):
            return at(product, name, x, v)

        call.__name__ = product.__name__
        for shape in ((1,), (), (1, 3), (2,)):
            assert_raises_clearly(RuntimeError, call, normal(rng, shape))
