"""Hidden checks for expand_repeat_cat_stack."""

import pytest
import torch
from expand_repeat_cat_stack import add_channel_bias, nhwc_to_nchw, outer_sum, stack_ragged

from grader.checks import (
    assert_close,
    assert_gradients,
    assert_matches,
    assert_raises_clearly,
    assert_shapes,
    assert_shares_memory,
    assert_unchanged,
    make_inputs,
)
from grader.checks.bridge import record

LAYOUTS = ["contiguous", "transposed", "sliced"]
either = pytest.mark.parametrize("contiguous", [False, True], ids=["view", "contiguous"])


def drawn(rng, low, high):
    """A random integer from low to high, both included."""
    return int(torch.randint(low, high + 1, (), generator=rng))


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_outer_sum():
    """The example of the statement: the sums of 1, 2, 3 and 10, 20"""
    a, b = torch.tensor([1, 2, 3]), torch.tensor([10, 20])
    assert_close(outer_sum(a, b), torch.tensor([[11, 21], [12, 22], [13, 23]]))


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_stack_ragged():
    """The example of the statement: (2, 3) and (2, 4) join along dimension 1, and not along dimension 0"""
    a, b = torch.arange(6.0).view(2, 3), torch.arange(6.0, 14.0).view(2, 4)
    expected = torch.tensor([[0.0, 1, 2, 6, 7, 8, 9], [3, 4, 5, 10, 11, 12, 13]])
    assert_close(stack_ragged([a, b], 1), expected)
    assert_raises_clearly(ValueError, stack_ragged, [a, b], 0)


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_add_channel_bias():
    """The example of the statement: 5 for channel 0 and 7 for channel 1 of a 2 by 2 image"""
    x, bias = torch.zeros(1, 2, 2, 2), torch.tensor([5.0, 7.0])
    assert_close(add_channel_bias(x, bias), torch.tensor([[[[5.0, 5.0], [5.0, 5.0]], [[7.0, 7.0], [7.0, 7.0]]]]))


@pytest.mark.visible
@pytest.mark.points(1)
@either
def test_example_nhwc_to_nchw(contiguous):
    """The example of the statement: a 2 by 2 image with 3 channels"""
    x = torch.arange(12).view(1, 2, 2, 3)
    expected = torch.tensor([[[[0, 3], [6, 9]], [[1, 4], [7, 10]], [[2, 5], [8, 11]]]])
    assert_close(nhwc_to_nchw(x, contiguous), expected)


@pytest.mark.points(1)
@pytest.mark.depends("test_example_outer_sum")
def test_outer_sum(rng):
    """(n,) and (m,) give (n, m), also for sizes 0 and 1 and for vectors that are not contiguous"""
    assert_shapes(outer_sum, "n, m -> n m", sizes={"n": [0, 1, 4], "m": [0, 1, 6]})
    inputs = make_inputs(rng, "n", "m", cases=8, layouts=LAYOUTS, dtype=torch.float64)
    assert_matches(outer_sum, lambda a, b: a.reshape(-1, 1) + b, inputs)


@pytest.mark.points(1)
@pytest.mark.depends("test_outer_sum")
def test_outer_sum_gradients(rng):
    """Gradients reach both vectors"""
    a, b = next(make_inputs(rng, "4", "3", dtype=torch.float64))
    assert_gradients(outer_sum, a, b)


@pytest.mark.points(1)
@pytest.mark.depends("test_example_stack_ragged")
def test_stack_ragged_values(rng):
    """One to four tensors of 1 to 4 dimensions along every dimension, counted from either end, sizes 0 too"""
    assert_matches(stack_ragged, torch.cat, [([torch.ones(2, 3), torch.zeros(2, 4)], -1)])
    for dims in [1, 2, 3, 4]:
        for dim in range(-dims, dims):
            shape = [drawn(rng, 1, 3) for _ in range(dims)]
            ts = []
            for _ in range(drawn(rng, 1, 4)):
                shape[dim] = drawn(rng, 0, 4)
                ts.append(torch.rand(shape, generator=rng))
            assert_matches(stack_ragged, torch.cat, [(ts, dim)])


@pytest.mark.points(1)
@pytest.mark.depends("test_example_stack_ragged")
def test_stack_ragged_errors():
    """Shapes that differ beside dim, and an empty list, are a ValueError"""
    for shapes, dim in [
        ([(2, 3), (3, 3)], 1),
        ([(2, 3), (2, 3), (2, 4)], -2),
        ([(2, 3), (3,)], 0),  # another number of dimensions
        ([(2, 3), (0,)], 0),  # torch.cat skips this one
        ([(0,), (2, 3)], -1),
        ([], 0),
    ]:
        assert_raises_clearly(ValueError, stack_ragged, [torch.ones(shape) for shape in shapes], dim)


@pytest.mark.points(1)
@pytest.mark.depends("test_example_add_channel_bias")
def test_channel_bias_values(rng):
    """One number a channel, for images of any size and layout"""
    assert_shapes(
        add_channel_bias, "n c h w, c -> n c h w", sizes={"n": [0, 1, 2], "c": [1, 3], "h": [1, 4], "w": [1, 5]}
    )
    inputs = make_inputs(rng, "n c h w", "c", cases=8, layouts=LAYOUTS, dtype=torch.float64)
    assert_matches(add_channel_bias, lambda x, bias: x + bias.reshape(1, -1, 1, 1), inputs)


@pytest.mark.points(1)
@pytest.mark.depends("test_channel_bias_values")
def test_channel_bias_gradients(rng):
    """Gradients reach the images and the bias"""
    x, bias = next(make_inputs(rng, "2 3 2 4", "3", dtype=torch.float64))
    assert_gradients(add_channel_bias, x, bias)


@pytest.mark.points(1)
def test_channel_bias_leaves_its_arguments(rng):
    """The images and the bias are the same afterwards"""
    assert_unchanged(add_channel_bias, torch.rand(2, 3, 4, 5, generator=rng), torch.rand(3, generator=rng))


@pytest.mark.points(1)
@pytest.mark.depends("test_example_nhwc_to_nchw")
@either
def test_nhwc_to_nchw_values(contiguous, rng):
    """Every pixel and channel in its place, for images of any size and layout"""
    inputs = [(x, contiguous) for (x,) in make_inputs(rng, "n h w c", cases=8, layouts=LAYOUTS)]
    assert_matches(nhwc_to_nchw, lambda x, contiguous: x.movedim(-1, 1), inputs)


@pytest.mark.points(1)
@pytest.mark.depends("test_nhwc_to_nchw_values[contiguous]")
def test_nchw_is_contiguous_when_asked(rng):
    """With contiguous=True the result is contiguous in memory"""
    for shape in [(2, 4, 5, 3), (1, 2, 3, 1), (3, 1, 2, 4)]:
        result = nhwc_to_nchw(torch.rand(shape, generator=rng), True).remote
        assert result.is_contiguous(), (
            f"for x of shape {shape} the result is not contiguous: its strides are {tuple(result.stride())}"
        )


@pytest.mark.points(1)
@pytest.mark.depends("test_nhwc_to_nchw_values[view]")
def test_nchw_is_a_view_when_not(rng):
    """With contiguous=False nothing is copied, whatever the layout of x"""
    assert_shares_memory(nhwc_to_nchw, torch.rand(2, 4, 5, 3, generator=rng), False)
    assert_shares_memory(nhwc_to_nchw, torch.rand(4, 2, 3, 5, generator=rng).transpose(0, 1), False)


@pytest.mark.points(1)
@pytest.mark.depends("test_outer_sum")
def test_outer_sum_makes_one_tensor(rng):
    """No tensor of size n * m is made but the result"""
    a, b = torch.rand(40, generator=rng), torch.rand(30, generator=rng)
    _, operators = record(outer_sum, a, b)
    full = [operator.name.removeprefix("aten::") for operator in operators if operator.largest >= 40 * 30]
    assert len(full) == 1, f"{len(full)} tensors of size n * m are made, by {', '.join(full)}: one is enough"
