"""Hidden checks for channels_last."""

import pytest
import torch
from channels_last import channels_last_strides, convert, layout
from fixtures import converted, make_net, of_layout

from grader.checks import assert_close, assert_unchanged, memory_layout, show


def drawn(rng, low, high):
    """A random integer from low to high, both included."""
    return int(torch.randint(low, high + 1, (), generator=rng))


def drawn_shape(rng):
    return tuple(drawn(rng, 2, 5) for _ in range(4))


def used(strides, shape):
    """The strides that are used; those of dimensions of size 1 as 0. Anything else as it is."""
    if not isinstance(strides, (tuple, list)) or len(strides) != 4:
        return strides
    return tuple(0 if size == 1 else step for size, step in zip(shape, strides, strict=True))


def expected_strides(shape):
    n, c, h, w = shape
    return used(torch.empty(n, h, w, c).permute(0, 3, 1, 2).stride(), shape)


def layouts(shape):
    """The storage of such a tensor, with the student's strides and with the right ones."""
    cells = torch.Size(shape).numel()
    told = {"With your strides": used(channels_last_strides(shape), shape), "Right": expected_strides(shape)}
    return [memory_layout((shape, stride, 0, cells), title) for title, stride in told.items()]


def layout_of(shape, kind):
    return of_layout(layout, shape, kind)


def converted_part(part, seed, x):
    return converted(convert, seed, x)[part]


layout_of.__name__, converted_part.__name__ = "layout", "convert"  # what messages call them


def check_layout(shape, kind, expected):
    message = f"A tensor of shape {shape}: {kind}."
    assert_close(layout_of(shape, kind), expected, message=message)


def drawn_images(rng):
    return torch.randn(2, 3, drawn(rng, 4, 6), drawn(rng, 4, 6), generator=rng)


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_strides():
    """The example of the statement: a 2 by 2 image with 3 channels"""
    shape = (1, 3, 2, 2)
    with show(lambda: layouts(shape)):
        message = f"the strides for shape {shape}"
        assert_close(used(channels_last_strides(shape), shape), used((12, 1, 6, 3), shape), message=message)


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_layout():
    """The example of the statement: fresh, permuted, transposed"""
    shape = (1, 3, 2, 2)
    check_layout(shape, "fresh", "contiguous")
    check_layout(shape, "permuted images", "channels_last")
    check_layout(shape, "height and width exchanged", "other")


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_convert():
    """The example of the statement: a module and a tensor of the same shape as before come back"""
    x = torch.arange(24.0).view(1, 3, 2, 4)
    _, y = convert(make_net(0), x)
    assert_close(y, x)


@pytest.mark.points(1)
@pytest.mark.depends("test_example_strides")
def test_strides(rng):
    """Right for every shape"""
    for shape in [drawn_shape(rng) for _ in range(10)] + [(1, 1, 1, 1), (4, 1, 3, 2), (3, 2, 1, 4), (2, 5, 4, 1)]:
        message = f"the strides for shape {shape} (0 where the size is 1, since there any stride will do)"
        with show(lambda shape=shape: layouts(shape)):
            assert_close(used(channels_last_strides(shape), shape), expected_strides(shape), message=message)


@pytest.mark.points(1)
@pytest.mark.depends("test_example_layout")
def test_layout_recognised(rng):
    """Both formats, however the tensor came to be, whatever the stride of a dimension of size 1"""
    for kind in ["fresh", "channels_last, made contiguous"]:
        check_layout(drawn_shape(rng), kind, "contiguous")
    for kind in ["channels_last", "permuted images", "the last of some permuted images"]:
        check_layout(drawn_shape(rng), kind, "channels_last")
        check_layout((1, *drawn_shape(rng)[1:]), kind, "channels_last")
    check_layout((1, 3, 4, 5), "every second of permuted images", "channels_last")
    check_layout((1, 3, 4, 5), "half of the channels", "contiguous")


@pytest.mark.points(1)
@pytest.mark.depends("test_example_layout")
def test_layout_when_both(rng):
    """With one channel, one pixel or no element a tensor is both: contiguous"""
    n, c, h, w = drawn_shape(rng)
    for shape in [(n, 1, h, w), (n, c, 1, 1), (1, 1, 1, 1), (0, c, h, w)]:
        for kind in ["fresh", "channels_last", "permuted images"]:
            check_layout(shape, kind, "contiguous")


@pytest.mark.points(1)
@pytest.mark.depends("test_example_layout")
def test_layout_other(rng):
    """Gaps, repeats and other orders are neither"""
    for kind in [
        "height and width exchanged",
        "half of the channels",
        "half of the channels of permuted images",
        "every second column",
        "every second of permuted images",
        "one image, expanded",
        "images in memory order C, N, H, W",
    ]:
        check_layout(drawn_shape(rng), kind, "other")


@pytest.mark.points(1)
@pytest.mark.depends("test_example_convert")
def test_convert_input(rng):
    """x comes back in channels_last with the same values, and is itself unchanged"""
    x, seed = drawn_images(rng), drawn(rng, 0, 99)
    assert_close(converted_part("x", seed, x), x)
    message = "the strides of the tensor that `convert` returns"
    assert_close(converted_part("strides of x", seed, x), expected_strides(x.shape), message=message)
    assert_unchanged(lambda x: convert(make_net(0), x), x)


@pytest.mark.points(2)
@pytest.mark.depends("test_example_convert")
def test_convert_module(rng):
    """The same module with the same parameters, every 4-d one in channels_last"""
    x, seed = drawn_images(rng), drawn(rng, 0, 99)
    assert converted_part("same module", seed, x), "`convert` returns another module than the one it was given"
    assert converted_part("same parameters", seed, x), (
        "after `convert` the module has other Parameter objects than before"
    )
    parameters = {name: p.detach().clone() for name, p in make_net(seed).named_parameters()}
    message = "the values of the parameters after `convert`"
    assert_close(converted_part("values", seed, x), parameters, message=message)
    for name, p in parameters.items():
        if p.dim() == 4:
            strides = used(converted_part("strides", seed, x)[name], p.shape)
            assert strides == expected_strides(p.shape), (
                f"after `convert` the parameter {name} of shape {tuple(p.shape)} has the strides {strides}; "
                f"those of channels_last are {expected_strides(p.shape)}"
            )
    message = "the parameters that require grad after `convert`"
    assert_close(
        converted_part("trainable", seed, x), [name for name in parameters if name != "1.bias"], message=message
    )


@pytest.mark.points(1)
@pytest.mark.depends("test_example_convert")
def test_convert_output(rng):
    """The net's output is channels_last, and equal to what it was"""
    x, seed = drawn_images(rng), drawn(rng, 0, 99)
    expected = make_net(seed)(x).detach()
    # Rounding differs with the order of summation: by less than 1e-6 here.
    message = "the output of the module for x, after both were converted"
    assert_close(converted_part("output", seed, x), expected, atol=1e-4, message=message)
    strides = converted_part("strides of the output", seed, x)
    assert used(strides, expected.shape) == expected_strides(expected.shape), (
        f"the output of the converted module, of shape {tuple(expected.shape)}, has the strides {strides}"
    )
