"""Hidden checks for broadcast_rules."""

import itertools

import numpy as np
import pytest
import torch
from broadcast_rules import broadcast_shape, my_expand, unbroadcast
from fixtures import written_later

from grader.checks import (
    assert_allocates_at_most,
    assert_close,
    assert_gradients,
    assert_matches,
    assert_raises_clearly,
    assert_unchanged,
)

SHAPES = [(), (1,), (3,), (5,), (0,), (1, 1), (2, 1), (5, 3), (5, 1), (1, 3), (2, 5, 3), (4, 1, 0)]


def drawn(rng, low, high):
    """A random integer from low to high, both included."""
    return int(torch.randint(low, high + 1, (), generator=rng))


def drawn_operand_shape(rng, shape):
    """A shape that broadcasts to shape: some sizes set to 1, some dimensions on the left left out."""
    kept = shape[drawn(rng, 0, len(shape)) :]
    return tuple(1 if drawn(rng, 0, 1) else size for size in kept)


def drawn_shape(rng):
    return tuple(drawn(rng, 0, 4) for _ in range(drawn(rng, 0, 4)))


def drawn_tensor(rng, shape):
    """Random numbers of that shape; half the time in reversed memory order, half the time with gaps."""
    if drawn(rng, 0, 1):
        t = torch.rand(shape[::-1], generator=rng)
        t = t.permute(tuple(reversed(range(t.dim()))))
    else:
        t = torch.rand((*shape, 2), generator=rng)[..., 1]
    return t


def check_shape(*shapes):
    try:
        expected = np.broadcast_shapes(*shapes)
    except ValueError:
        assert_raises_clearly(ValueError, broadcast_shape, *shapes)
    else:
        assert_matches(broadcast_shape, lambda *_: expected, [shapes])


def check_expand(t, shape):
    assert_matches(my_expand, lambda t, shape: t.expand(shape), [(t, shape)])


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_broadcast_shape():
    """The example of the statement: two shapes that fit, and one that does not"""
    check_shape((2, 1), (1, 3))
    check_shape((5, 3), (3,))
    check_shape((5, 3), (5,))


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_my_expand():
    """The example of the statement: a column repeated three times"""
    t = torch.tensor([[1.0], [2.0]])
    expected = torch.tensor([[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]])
    assert_close(my_expand(t, (2, 3)), expected)


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_unbroadcast():
    """The example of the statement: ones of shape (2, 3) summed back to three shapes"""
    for shape, expected in [((1, 3), [[2.0, 2.0, 2.0]]), ((3,), [2.0, 2.0, 2.0]), ((2, 1), [[3.0], [3.0]])]:
        grad = torch.ones(2, 3)
        assert_close(unbroadcast(grad, shape), torch.tensor(expected))


@pytest.mark.points(2)
@pytest.mark.depends("test_example_broadcast_shape")
def test_broadcast_shape():
    """All pairs of twelve shapes, sizes 0 and 1 among them: the result's shape or a ValueError"""
    check_shape((100,), (50,))
    for pair in itertools.product(SHAPES, SHAPES):
        check_shape(*pair)


@pytest.mark.points(1)
@pytest.mark.depends("test_broadcast_shape")
def test_broadcast_shape_of_many(rng):
    """No shape, one shape, three or four shapes"""
    check_shape()
    check_shape((2, 0, 3))
    for _ in range(10):
        shape = drawn_shape(rng)
        check_shape(*(drawn_operand_shape(rng, shape) for _ in range(drawn(rng, 3, 4))))
    check_shape((3, 1), (1, 4), (2, 4))
    check_shape((1,), (2,), (3,))  # the first fits both of the others, which do not fit each other
    check_shape((4, 1), (1, 1), (1, 3), (2, 3))


@pytest.mark.points(1)
@pytest.mark.depends("test_example_my_expand")
def test_expand_values(rng):
    """Repeated values for tensors of every layout, -1 included"""
    for _ in range(20):
        shape = drawn_shape(rng)
        t = drawn_tensor(rng, drawn_operand_shape(rng, shape))
        asked = [size if d < len(shape) - t.dim() or drawn(rng, 0, 3) else -1 for d, size in enumerate(shape)]
        check_expand(t, tuple(asked))
    check_expand(drawn_tensor(rng, (3, 1, 2)), (2, -1, 4, -1))


@pytest.mark.points(1)
@pytest.mark.depends("test_expand_values")
def test_expand_strides(rng):
    """Stride 0 along each repeated dimension, the tensor's own strides elsewhere"""
    for operand, shape in [((3, 1), (3, 4)), ((3,), (2, 3)), ((), (2, 2)), ((2, 1, 3), (5, 2, 4, 3))]:
        t = drawn_tensor(rng, operand)
        strides = tuple(my_expand(t, shape).remote.stride())
        message = f"the strides of `my_expand(t, {shape})` for `t` of shape {operand} and strides {t.stride()}"
        assert_close(strides, t.expand(shape).stride(), message=message)


@pytest.mark.points(1)
@pytest.mark.depends("test_expand_values")
@pytest.mark.changes_arguments
def test_expand_shares_memory(rng):
    """Nothing is copied: a later write into the tensor is seen in the result"""
    for operand, shape in [((3, 1), (3, 4)), ((3,), (2, 3)), ((2, 3), (2, 3))]:
        result = written_later(my_expand, drawn_tensor(rng, operand), shape)
        assert_close(result, torch.full(shape, 7.0), message="`t` was filled with 7 after `my_expand(t, shape)`.")


@pytest.mark.points(1)
def test_expand_errors():
    """A shape that the tensor does not expand to is a ValueError"""
    for operand, shape in [
        ((3,), (4,)),  # only size 1 is repeated
        ((3,), (3, 1)),  # new dimensions come on the left
        ((2, 3), (3,)),  # no dimension goes away
        ((3,), (-1, 3)),  # no size to keep
        ((3,), (2, -1, 3)),
        ((3, 1), (3, -2)),
        ((2,), (0,)),
    ]:
        assert_raises_clearly(ValueError, my_expand, torch.ones(operand), shape)


@pytest.mark.points(1)
@pytest.mark.depends("test_expand_values")
def test_expand_gradient(rng):
    """The gradient of an expanded tensor is the sum over its copies"""
    assert_gradients(my_expand, torch.rand(2, 1, dtype=torch.float64, generator=rng), (4, 2, 3))


@pytest.mark.points(2)
@pytest.mark.depends("test_example_unbroadcast")
def test_unbroadcast(rng):
    """What autograd gives to each operand of a broadcast sum, sizes 0 and 1 among them"""
    for shape, operand in [((2, 3), (2, 3)), ((4, 2, 3), (1, 3)), ((2, 3), ()), ((0, 3), (1, 3)), ((4, 0), (4, 1))]:
        check_unbroadcast(rng, shape, operand)
    for _ in range(20):
        shape = drawn_shape(rng)
        check_unbroadcast(rng, shape, drawn_operand_shape(rng, shape))


def check_unbroadcast(rng, shape, operand):
    grad = torch.rand(shape, dtype=torch.float64, generator=rng)
    x = torch.zeros(operand, dtype=torch.float64, requires_grad=True)
    (x + torch.zeros(shape, dtype=torch.float64)).backward(grad)
    assert_matches(unbroadcast, lambda *_: x.grad, [(grad, operand)])


@pytest.mark.points(1)
def test_unbroadcast_leaves_its_argument(rng):
    """The gradient that was handed in is the same afterwards"""
    assert_unchanged(unbroadcast, torch.rand(4, 2, 3, generator=rng), (1, 3))


@pytest.mark.points(1)
def test_no_tensor_is_made(rng):
    """The result's shape comes from the shapes: no tensor is built to be asked"""
    n, m = drawn(rng, 10**6, 10**7), drawn(rng, 10**6, 10**7)
    assert_allocates_at_most(0, broadcast_shape, (n, 1), (1, m))
