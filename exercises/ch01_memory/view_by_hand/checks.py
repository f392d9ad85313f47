"""Hidden checks for view_by_hand."""

import pytest
import torch
from fixtures import layout_of_a_view, on_a_slice
from view_by_hand import my_reshape, my_view, view_strides

from grader.checks import (
    assert_close,
    assert_copies,
    assert_gradients,
    assert_matches,
    assert_raises_clearly,
    assert_shares_memory,
    memory_layout,
    show,
)

both = pytest.mark.parametrize("f", [my_view, my_reshape], ids=["my_view", "my_reshape"])


def drawn(rng, low, high):
    """A random integer from low to high, both included."""
    return int(torch.randint(low, high + 1, (), generator=rng))


def shuffled(rng, items):
    return [items[i] for i in torch.randperm(len(items), generator=rng).tolist()]


def drawn_tensor(rng):
    """0, 1, 2 … in 1 to 4 dimensions, then perhaps cut, stepped, transposed, or with a size of 1 put in."""
    shape = [drawn(rng, 1, 4) for _ in range(drawn(rng, 1, 4))]
    t = torch.arange(float(torch.Size(shape).numel())).reshape(shape)
    for d in range(t.dim()):
        change = drawn(rng, 0, 5)
        if change == 0:
            t = t.narrow(d, 0, (t.shape[d] + 1) // 2)
        elif change == 1:
            t = t[(slice(None),) * d + (slice(None, None, 2),)]
    if drawn(rng, 0, 2) == 0:
        a, b = drawn(rng, 0, t.dim() - 1), drawn(rng, 0, t.dim() - 1)
        t = t.transpose(a, b)
    return t.unsqueeze(drawn(rng, 0, t.dim())) if drawn(rng, 0, 3) == 0 else t


def drawn_new_shape(rng, t):
    """Half the time only neighbours of t's own sizes merged, half the time its prime factors dealt out anew."""
    sizes = list(t.shape)
    if drawn(rng, 0, 1):
        sizes = shuffled(rng, [p for size in sizes for p in {4: [2, 2]}.get(size, [size])])
    while len(sizes) > 1 and drawn(rng, 0, 1):
        at = drawn(rng, 0, len(sizes) - 2)
        sizes[at : at + 2] = [sizes[at] * sizes[at + 1]]
    if drawn(rng, 0, 3) == 0:
        sizes.insert(drawn(rng, 0, len(sizes)), 1)
    return tuple(sizes)


def torch_view(t, shape):
    """What torch says: the view, or None where it raises."""
    try:
        return t.view(shape)
    except RuntimeError:
        return None


def drawn_cases(rng, count, viewable, ones=True):
    """Tensors (with sizes of 1 or without) and a new shape: torch can view all of them, or none."""
    cases = []
    while len(cases) < count:
        t = drawn_tensor(rng)
        shape = drawn_new_shape(rng, t)
        if (torch_view(t, shape) is not None) == viewable and (ones or 1 not in t.shape):
            cases.append((t, shape))
    return cases


def used(strides, shape):
    """The strides with those of the dimensions of size 1, which are never used, set to 0; anything else as it is."""
    if not isinstance(strides, (tuple, list)) or len(strides) != len(shape):
        return strides
    return tuple(0 if size == 1 else step for size, step in zip(shape, strides, strict=True))


def compared_strides(shape, stride, new_shape):
    return used(view_strides(shape, stride, new_shape), new_shape)


compared_strides.__name__ = "view_strides"  # what messages call it


def torch_strides(shape, stride, new_shape):
    """What torch gives, its unused strides set to 0; None where there is no view."""
    view = torch_view(torch.empty_strided(shape, stride), new_shape)
    return None if view is None else used(view.stride(), new_shape)


def layouts(value, expected, shape, stride, new_shape):
    """The tensor's storage, read with its own strides, with the student's and with torch's."""
    end = sum((size - 1) * step for size, step in zip(shape, stride, strict=True)) + 1
    told = {"The tensor": (shape, stride), "With your strides": (new_shape, value), "Right": (new_shape, expected)}
    return [memory_layout((*pair, 0, end), title) for title, pair in told.items() if pair[1] is not None]


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_view_strides():
    """The example of the statement: strides for three new shapes"""
    shape, stride = (4, 4), (6, 1)
    for new_shape, expected in [((4, 2, 2), (6, 2, 1)), ((2, 2, 4), (12, 6, 1)), ((16,), None)]:
        strides = view_strides(shape, stride, new_shape)
        with show(lambda case=(strides, expected, shape, stride, new_shape): layouts(*case)):
            assert_close(strides, expected)


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_my_view():
    """The example of the statement: a view, and a RuntimeError"""
    x = torch.arange(24).view(4, 6)[:, :4]
    with show(
        lambda: memory_layout(layout_of_a_view(my_view, 2, -1, 4), "Your view"),
        lambda: memory_layout(x.view(2, 2, 4), "Right"),
    ):
        assert_close(my_view(x, 2, -1, 4), x.view(2, 2, 4))
    assert_raises_clearly(RuntimeError, my_view, x, 16)


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_my_reshape():
    """The example of the statement: a copy where there is no view"""
    x = torch.arange(24).view(4, 6)[:, :4]
    assert_close(my_reshape(x, 16), x.reshape(16))


@pytest.mark.points(2)
@pytest.mark.depends("test_example_view_strides")
def test_view_strides(rng):
    """A view exactly where torch has one, with strides that reach the same elements"""
    layouts = drawn_cases(rng, 40, viewable=True, ones=False) + drawn_cases(rng, 40, viewable=False, ones=False)
    cases = [((2, 3), (3, 1), (6,)), ((3, 2), (1, 3), (6,))]
    cases += [(tuple(t.shape), t.stride(), shape) for t, shape in layouts]
    assert_matches(compared_strides, torch_strides, cases, pictures=layouts)


@pytest.mark.points(1)
@pytest.mark.depends("test_view_strides")
def test_view_strides_past_size_one(rng):
    """A dimension of size 1 never stands in the way, whatever its stride"""
    cases = [((1, 1), (7, 9), ()), ((), (), (1, 1))]
    for _ in range(10):
        a, b, odd = drawn(rng, 2, 5), drawn(rng, 2, 5), drawn(rng, 50, 99)
        cases.append(((a, 1, b), (b, odd, 1), (a * b,)))
        cases.append(((a, 1, b), (b + 1, odd, 1), (a * b,)))
        cases.append(((1, a, b, 1), (odd, 2 * b, 2, odd), (1, b * a)))
    assert_matches(compared_strides, torch_strides, cases, pictures=layouts)


@pytest.mark.points(1)
@pytest.mark.depends("test_view_strides")
def test_view_strides_of_empty(rng):
    """A tensor without elements always has a view"""
    for shape, new_shape in [((0, 3), (3, 0)), ((2, 0, 4), (0,)), ((0,), (5, 0, 2))]:
        stride = tuple(drawn(rng, 1, 9) for _ in shape)
        actual = view_strides(shape, stride, new_shape)
        count = len(actual) if isinstance(actual, (tuple, list)) else actual
        message = f"the number of strides that `view_strides({shape}, {stride}, {new_shape})` gives"
        assert_close(count, len(new_shape), message=message)


@pytest.mark.points(1)
@pytest.mark.depends("test_example_my_view")
def test_view_values(rng):
    """The same elements in the same order, -1 worked out, or a RuntimeError where torch raises one"""
    transposed = torch.arange(12.0).view(3, 4).T
    cases = [(torch.ones(1),), (torch.ones(0, 3), -1, 3), (transposed, 2, 2, 3)]
    for t, shape in drawn_cases(rng, 20, viewable=True):
        asked = list(shape)
        if asked and drawn(rng, 0, 1):
            asked[drawn(rng, 0, len(asked) - 1)] = -1
        cases.append((t, *asked))
    assert_matches(my_view, lambda t, *shape: t.view(shape), cases)
    for t, shape in drawn_cases(rng, 10, viewable=False):
        assert_raises_clearly(RuntimeError, my_view, t, *shape)


@pytest.mark.points(1)
@pytest.mark.depends("test_view_values")
def test_view_of_a_slice(rng):
    """The view of a slice begins where the slice begins"""
    for start in [drawn(rng, 1, 35) for _ in range(5)]:
        actual = on_a_slice(my_view, start, 4, 6)
        expected = torch.arange(60.0)[start : start + 24].view(4, 6)
        assert_close(
            actual, expected, message=f"`my_view(t, 4, 6)` for a slice `t` that begins at {start} in its storage"
        )


@pytest.mark.points(1)
@pytest.mark.depends("test_view_values")
def test_view_shares_memory(rng):
    """The result is the same memory: a write into it reaches the tensor"""
    for t, shape in drawn_cases(rng, 8, viewable=True):
        assert_shares_memory(my_view, t, *shape)


@pytest.mark.points(1)
@pytest.mark.depends("test_example_my_reshape")
def test_reshape_values(rng):
    """The values of reshape for tensors of every layout"""
    cases = [(torch.arange(12.0).view(3, 4).T, (12,))]
    cases += drawn_cases(rng, 12, viewable=True) + drawn_cases(rng, 12, viewable=False)
    assert_matches(my_reshape, lambda t, *shape: t.reshape(shape), [(t, *shape) for t, shape in cases])


@pytest.mark.points(1)
@pytest.mark.depends("test_reshape_values")
def test_reshape_copies_only_if_it_must(rng):
    """A view where there is one, non-contiguous tensors among them; a copy elsewhere"""
    assert_shares_memory(my_reshape, torch.arange(24.0).view(4, 6)[:, :4], 4, 2, 2)
    for t, shape in drawn_cases(rng, 6, viewable=True):
        assert_shares_memory(my_reshape, t, *shape)
    for t, shape in drawn_cases(rng, 6, viewable=False):
        assert_copies(my_reshape, t, *shape)


@pytest.mark.points(1)
@both
def test_gradients(f, rng):
    """Gradients flow back through the view, and through the copy"""
    x = torch.rand(3, 4, dtype=torch.float64, generator=rng)
    assert_gradients(f, x, 2, 6)
    assert_gradients(f, x.T, 2, 2, 3)
    if f is my_reshape:
        assert_gradients(f, x.T, 12)


@pytest.mark.points(1)
@both
def test_wrong_sizes_raise(f):
    """Sizes that do not fit, or that leave more than one answer, are a RuntimeError"""
    six, one, none = torch.arange(6.0), torch.ones(1), torch.ones(0, 3)
    for t, sizes in [
        (six, (3,)),  # too few
        (six, (12,)),  # too many
        (six, ()),
        (six, (4, -1)),  # 4 does not divide 6
        (six, (-1, -1)),
        (one, (-1, -1)),
        (none, (0, -1)),  # the -1 could be anything
        (six, (-2, -3)),
    ]:
        assert_raises_clearly(RuntimeError, f, t, *sizes)
