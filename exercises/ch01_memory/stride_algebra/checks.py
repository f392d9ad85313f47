"""Hidden checks for stride_algebra."""

import pytest
import torch
from stride_algebra import contiguous_strides, flat_offset, is_contiguous, numpy_strides

from grader.checks import (
    assert_allocates_at_most,
    assert_close,
    assert_matches,
    assert_raises_clearly,
    memory_layout,
    show,
)

DTYPES = [torch.bool, torch.int16, torch.bfloat16, torch.float32, torch.int64, torch.complex128]


def drawn(rng, low, high):
    """A random integer from low to high, both included."""
    return int(torch.randint(low, high + 1, (), generator=rng))


def drawn_shape(rng, dims, low=1, high=5):
    return tuple(drawn(rng, low, high) for _ in range(dims))


def drawn_view(rng, low=1):
    """A tensor of 1 to 4 dimensions of sizes low to 5, cut out of a larger one, stepped and transposed."""
    sizes = drawn_shape(rng, drawn(rng, 1, 4), low)
    steps = [drawn(rng, 1, 2) for _ in sizes]
    large = torch.zeros([size * step + drawn(rng, 0, 1) for size, step in zip(sizes, steps, strict=True)])
    t = large[tuple(slice(0, size * step, step) for size, step in zip(sizes, steps, strict=True))]
    return t.permute(*torch.randperm(t.dim(), generator=rng).tolist())


def fresh_strides(shape):
    return torch.empty(shape).stride()


def torch_says(shape, stride):
    """Whether torch calls such a tensor contiguous."""
    return torch.empty_strided(shape, stride).is_contiguous()


def position(index, stride, storage_offset=0):
    return storage_offset + sum(i * step for i, step in zip(index, stride, strict=True))


def layouts(value, expected, shape):
    """The elements in a storage that holds just them, with the student's strides and with torch's."""
    cells = torch.Size(shape).numel()
    return [memory_layout((shape, value, 0, cells), "Yours"), memory_layout((shape, expected, 0, cells), "Right")]


def layout_of_the_tensor(value, expected, shape, stride):
    cells = 1 + sum((size - 1) * step for size, step in zip(shape, stride, strict=True))
    return memory_layout((shape, stride, 0, cells), "The tensor")


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_contiguous_strides():
    """The example of the statement: strides of shape (2, 3, 4)"""
    strides = contiguous_strides((2, 3, 4))
    with show(lambda: layouts(strides, (12, 4, 1), (2, 3, 4))):
        assert_close(strides, (12, 4, 1))


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_numpy_strides():
    """The example of the statement: byte strides of a (2, 4) tensor of int64"""
    t = torch.arange(8).view(2, 4)
    assert_close(numpy_strides(t), (32, 8))


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_is_contiguous():
    """The example of the statement: two slices, one of them contiguous"""
    assert_close(is_contiguous((2, 2), (4, 1)), False)
    assert_close(is_contiguous((1, 2), (8, 1)), True)


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_flat_offset():
    """The example of the statement: where t[:, 1:3][1, 1] lies"""
    assert_close(flat_offset((1, 1), (4, 1), 1), 6)


@pytest.mark.points(1)
@pytest.mark.depends("test_example_contiguous_strides")
def test_contiguous_strides(rng):
    """Strides of shapes with 0 to 5 dimensions, sizes of 1 among them"""
    shapes = [drawn_shape(rng, dims) for dims in [0, 1, *(drawn(rng, 2, 5) for _ in range(40))]]
    assert_matches(contiguous_strides, fresh_strides, [(shape,) for shape in shapes], pictures=layouts)


@pytest.mark.points(1)
@pytest.mark.depends("test_contiguous_strides")
def test_contiguous_strides_of_empty(rng):
    """Strides of shapes with a size of 0"""
    shapes = [(2, 0, 3), (0,), *(drawn_shape(rng, 4, low=0, high=3) for _ in range(40))]
    assert_matches(contiguous_strides, fresh_strides, [(shape,) for shape in shapes])


@pytest.mark.points(1)
@pytest.mark.depends("test_example_numpy_strides")
def test_numpy_strides_of_every_dtype(rng):
    """Byte strides for elements of 1 to 16 bytes, bfloat16 and tensors that require grad among them"""
    for dtype in DTYPES:
        t = torch.zeros(drawn_shape(rng, 3, low=2), dtype=dtype)
        if dtype is torch.float32:
            t.requires_grad_()
        expected = tuple(step * t.element_size() for step in t.stride())
        assert_close(numpy_strides(t), expected, message=f"`t` is a tensor of {dtype}.")


@pytest.mark.points(1)
@pytest.mark.depends("test_example_numpy_strides")
def test_numpy_strides_of_views(rng):
    """Byte strides of slices and transposes"""
    for t in [torch.zeros(3, 4).T, *(drawn_view(rng, low=2) for _ in range(15))]:
        expected = tuple(4 * step for step in t.stride())
        assert_close(numpy_strides(t), expected, message=f"`t` has float32 numbers and the strides {t.stride()}.")


@pytest.mark.points(2)
@pytest.mark.depends("test_example_is_contiguous")
def test_is_contiguous(rng):
    """Contiguous or not, for scalars, slices, transposes and expanded tensors"""
    views = [torch.zeros(()), torch.zeros(6)[::2], torch.zeros(3, 1).expand(3, 4), torch.zeros(4, 1, 2).transpose(0, 1)]
    views += [drawn_view(rng) for _ in range(60)]
    cases = [(tuple(t.shape), t.stride()) for t in views]
    assert_matches(is_contiguous, torch_says, cases, pictures=layout_of_the_tensor)


@pytest.mark.points(1)
@pytest.mark.depends("test_is_contiguous")
def test_is_contiguous_when_empty(rng):
    """An empty tensor is contiguous whatever its strides are"""
    shapes = [(2, 0, 3), (0, 4), (3, 0)]
    cases = [(shape, drawn_shape(rng, len(shape), low=2, high=9)) for shape in shapes]
    assert_matches(is_contiguous, torch_says, cases)


@pytest.mark.points(1)
@pytest.mark.depends("test_example_flat_offset")
def test_flat_offset(rng):
    """Positions in the storage for strides of every kind, zero and negative ones too"""
    cases = [((), (), 7), ((3,), (-1,), 4), ((2, 3), (5, 0))]
    for dims in [drawn(rng, 2, 4) for _ in range(20)]:
        index, stride = drawn_shape(rng, dims, low=0), drawn_shape(rng, dims, low=2, high=30)
        cases.append((index, stride, drawn(rng, 0, 99)) if drawn(rng, 0, 1) else (index, stride))
    assert_matches(flat_offset, position, cases)


@pytest.mark.points(1)
def test_flat_offset_needs_one_index_a_dimension():
    """An index with too few or too many numbers is a ValueError"""
    assert_raises_clearly(ValueError, flat_offset, (1,), (4, 1))
    assert_raises_clearly(ValueError, flat_offset, (1, 2, 3), (4, 1), 5)


@pytest.mark.points(1)
def test_no_tensor_is_made(rng):
    """The answers come from the numbers: no tensor is built to be asked"""
    shape = drawn_shape(rng, 3, low=10**5, high=10**6)  # 10^15 elements and more
    assert_allocates_at_most(0, contiguous_strides, shape)
    assert_allocates_at_most(0, is_contiguous, shape, (shape[1] * shape[2], shape[2], 1))
