"""Hidden checks for sliding_windows."""

import pytest
import torch
from fixtures import layout_of_patches, layout_of_windows, on_a_crop, on_a_slice
from sliding_windows import patches2d, windows1d

from grader.checks import (
    assert_close,
    assert_gradients,
    assert_is_view,
    assert_matches,
    assert_raises_clearly,
    make_inputs,
    memory_layout,
    show,
)

LAYOUTS = ["contiguous", "sliced", "transposed"]


def drawn(rng, low, high):
    """A random integer from low to high, both included."""
    return int(torch.randint(low, high + 1, (), generator=rng))


def torch_windows(x, size, step):
    return x.unfold(0, size, step)


def torch_patches(img, k, stride):
    return img.unfold(0, k, stride).unfold(1, k, stride)


def windows_of_a_slice(storage, start, step, size, window_step):
    return on_a_slice(windows1d, storage, start, step, size, window_step)


def patches_of_a_crop(image, top, left, k, stride):
    return on_a_crop(patches2d, image, top, left, k, stride)


windows_of_a_slice.__name__, patches_of_a_crop.__name__ = "windows1d", "patches2d"  # what messages call them


def layouts(storage, start, step, size, window_step):
    """Where the windows of a slice lie in its storage: the student's, and the right ones."""
    told = layout_of_windows(windows1d, storage, start, step, size, window_step)
    right = torch_windows(storage[start::step], size, window_step)
    return [memory_layout(told, "Your windows"), memory_layout(right, "Right")]


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_windows():
    """The example of the statement: 0 to 5 in windows of 3, every 2"""
    x = torch.arange(6)
    with show(lambda: layouts(x, 0, 1, 3, 2)):
        assert_close(windows1d(x, 3, 2), torch.tensor([[0, 1, 2], [2, 3, 4]]))


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_patches():
    """The example of the statement: the 2 by 2 patches of a 3 by 4 image"""
    img = torch.arange(12).view(3, 4)
    with show(
        lambda: memory_layout(layout_of_patches(patches2d, img, 2, 1), "Your patches"),
        lambda: memory_layout(torch_patches(img, 2, 1), "Right"),
    ):
        assert_close(patches2d(img, 2, 1), torch_patches(img, 2, 1))


@pytest.mark.points(1)
@pytest.mark.depends("test_example_windows")
def test_windows_shapes():
    """As many windows as fit, down to a single one, whatever is left over"""
    for length, size, step in [(5, 5, 1), (5, 5, 7), (6, 2, 2), (7, 2, 2), (1, 1, 1), (9, 4, 3), (10, 4, 3)]:
        n = (length - size) // step + 1
        result = windows1d(torch.zeros(length), size, step)
        message = f"the shape of the result for {length} elements, size = {size} and step = {step}"
        assert_close(tuple(result.shape), (n, size), message=message)


@pytest.mark.points(1)
@pytest.mark.depends("test_windows_shapes")
def test_windows_values(rng):
    """The right elements in every window, for every stride of x"""
    cases = []
    for (x,) in make_inputs(rng, "n", cases=15, layouts=LAYOUTS):
        cases.append((x, drawn(rng, 1, len(x)), drawn(rng, 1, 4)))
    assert_matches(windows1d, torch_windows, cases)


@pytest.mark.points(1)
@pytest.mark.depends("test_windows_values")
def test_windows_of_a_slice(rng):
    """x may begin in the middle of its storage, and have a stride of its own"""
    for _ in range(6):
        storage = torch.randn(40, generator=rng)
        start, step = drawn(rng, 1, 20), drawn(rng, 1, 3)
        expected = torch_windows(storage[start::step], 4, 2)
        message = f"`x` is `y[{start}::{step}]` for a vector y with 40 elements."
        with show(lambda case=(storage, start, step, 4, 2): layouts(*case)):
            assert_close(windows_of_a_slice(storage, start, step, 4, 2), expected, message=message)


@pytest.mark.points(1)
@pytest.mark.depends("test_windows_values")
def test_windows_are_a_view(rng):
    """Not one element is copied"""
    assert_is_view(windows1d, torch.rand(20, generator=rng), 5, 2)
    assert_is_view(windows1d, torch.rand(8, generator=rng), 8, 1)


@pytest.mark.points(1)
@pytest.mark.depends("test_windows_values")
def test_windows_gradients(rng):
    """An element gets the gradients of all its windows"""
    x = torch.randn(7, generator=rng, dtype=torch.float64)
    assert_gradients(lambda x: windows1d(x, 3, 1), x)


@pytest.mark.points(1)
@pytest.mark.depends("test_example_windows")
def test_windows_refuse():
    """A window larger than x, a size or a step below 1 is a ValueError"""
    for length, size, step in [(3, 4, 1), (0, 1, 1), (5, 0, 1), (5, -1, 1), (5, 2, 0), (5, 2, -1)]:
        assert_raises_clearly(ValueError, windows1d, torch.zeros(length), size, step)


@pytest.mark.points(1)
@pytest.mark.depends("test_example_patches")
def test_patches_shapes():
    """As many patches as fit in each direction"""
    for h, w, k, stride in [(3, 3, 3, 1), (4, 6, 2, 2), (5, 7, 2, 2), (1, 1, 1, 1), (3, 9, 3, 2), (8, 2, 2, 3)]:
        expected = ((h - k) // stride + 1, (w - k) // stride + 1, k, k)
        result = patches2d(torch.zeros(h, w), k, stride)
        message = f"the shape of the result for an image of shape ({h}, {w}), k = {k} and stride = {stride}"
        assert_close(tuple(result.shape), expected, message=message)


@pytest.mark.points(1)
@pytest.mark.depends("test_patches_shapes")
def test_patches_values(rng):
    """The right pixels in every patch, for every layout of the image"""
    cases = []
    for (img,) in make_inputs(rng, "h w", cases=15, layouts=LAYOUTS):
        cases.append((img, drawn(rng, 1, min(img.shape)), drawn(rng, 1, 3)))
    assert_matches(patches2d, torch_patches, cases)


@pytest.mark.points(1)
@pytest.mark.depends("test_patches_values")
def test_patches_of_a_crop(rng):
    """The image may be a crop that begins in the middle of its storage"""
    for _ in range(6):
        image = torch.randn(9, 8, generator=rng)
        top, left = drawn(rng, 0, 4), drawn(rng, 1, 4)
        expected = torch_patches(image[top:, left:], 3, 2)
        message = f"`img` is `image[{top}:, {left}:]` for an image of shape (9, 8)."
        assert_close(patches_of_a_crop(image, top, left, 3, 2), expected, message=message)


@pytest.mark.points(1)
@pytest.mark.depends("test_patches_values")
def test_patches_are_a_view(rng):
    """Not one pixel is copied"""
    assert_is_view(patches2d, torch.rand(6, 7, generator=rng), 3, 2)
    assert_is_view(patches2d, torch.rand(7, 6, generator=rng).T, 3, 1)


@pytest.mark.points(1)
@pytest.mark.depends("test_patches_values")
def test_patches_gradients(rng):
    """A pixel gets the gradients of all its patches"""
    img = torch.randn(4, 3, generator=rng, dtype=torch.float64)
    assert_gradients(lambda img: patches2d(img, 2, 1), img)


@pytest.mark.points(1)
@pytest.mark.depends("test_example_patches")
def test_patches_refuse():
    """A patch that is higher or wider than the image, k or stride below 1 is a ValueError"""
    for h, w, k, stride in [(2, 5, 3, 1), (5, 2, 3, 1), (0, 4, 1, 1), (4, 4, 0, 1), (4, 4, 2, 0), (4, 4, -1, 1)]:
        assert_raises_clearly(ValueError, patches2d, torch.zeros(h, w), k, stride)
