"""Hidden checks for storage_hygiene."""

import pytest
import torch
from fixtures import kept_by, kept_by_parts, of_a_slice, released, saved, still_a_view
from storage_hygiene import nbytes_kept, release, save_compact

from grader.checks import assert_close, assert_gradients, assert_unchanged

COMPACT = [
    "everything",
    "everything, transposed",
    "one element, expanded to 5000",
    "half of it, expanded to 3 times that",
    "every element twice",
]
# The number of elements of each view of 1,000 that a copy makes smaller.
WASTEFUL = {
    "the first element": 1,
    "a slice in the middle": 50,
    "every second element": 500,
    "a row": 100,
    "a row, detached": 100,
    "a column": 10,
    "a transposed block": 30,
    "one element, expanded to 20": 20,
    "an empty slice": 0,
}
VALUES = {
    "everything": lambda x: x,
    "everything, transposed": lambda x: x.view(10, 100).T,
    "the first element": lambda x: x[:1],
    "a slice in the middle": lambda x: x[300:350],
    "an empty slice": lambda x: x[:0],
    "every second element": lambda x: x[::2],
    "a row": lambda x: x[300:400],
    "a row, detached": lambda x: x[300:400],
    "a column": lambda x: x[3::100],
    "a transposed block": lambda x: x.view(10, 100)[2:5, 10:20].T,
    "one element, expanded to 20": lambda x: x[7].repeat(20),
    "one element, expanded to 5000": lambda x: x[7].repeat(5000),
    "half of it, expanded to 3 times that": lambda x: x[:500].repeat(3, 1),
    "every element twice": lambda x: x.repeat(2, 1),
}
DTYPES = [torch.float32, torch.float64, torch.int64, torch.bfloat16]


def drawn_vector(rng, dtype=torch.float32):
    return (torch.randn(1000, generator=rng) * 100).to(dtype)


def about(kind):
    return f"`t` is a view of a storage with 1,000 elements: {kind}."


def kept_of_views(storage, *views):
    return kept_by(nbytes_kept, storage, *views)


def kept_of_slices(sizes, dtype):
    return kept_by_parts(nbytes_kept, sizes, dtype)


def released_view(storage, view):
    return released(release, storage, view)[0]


def saved_view(storage, view, to_path):
    return saved(save_compact, storage, view, to_path)[0]


# What messages call them.
kept_of_views.__name__ = kept_of_slices.__name__ = "nbytes_kept"
released_view.__name__, saved_view.__name__ = "release", "save_compact"


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_nbytes_kept():
    """The example of the statement: the storage counts, and it counts once"""
    big = torch.zeros(1000)
    assert_close(kept_of_views(big, "the first element"), 4000)
    assert_close(kept_of_views(big, "the first element", "a row"), 4000)
    assert_close(nbytes_kept(torch.zeros(5), torch.zeros(10)), 60)


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_release():
    """The example of the statement: 4 bytes are kept for one number, and a compact tensor stays as it is"""
    big = torch.zeros(1000)
    _, _, nbytes = released(release, big, "the first element")
    assert nbytes == 4, f"the result of `release(big[:1])` keeps a storage of {nbytes} bytes alive; 4 are needed"
    assert release(big) is big, "`release(big)` should be `big` itself: no memory can be saved"


@pytest.mark.points(2)
@pytest.mark.depends("test_example_nbytes_kept")
def test_nbytes_kept(rng):
    """The whole storage counts, whatever the view and the dtype"""
    for kind in VALUES:
        for dtype in DTYPES:
            expected = 1000 * dtype.itemsize
            assert_close(kept_of_views(drawn_vector(rng, dtype), kind), expected, message=about(kind))
    assert_close(nbytes_kept(torch.tensor(1.0)), 4)
    assert_close(nbytes_kept(torch.ones(0)), 0)
    assert_close(nbytes_kept(), 0)


@pytest.mark.points(1)
@pytest.mark.depends("test_example_nbytes_kept")
def test_shared_storage_counts_once(rng):
    """Of several tensors, each storage counts once, also where two storages are equally big"""
    for dtype in DTYPES:
        a, b = torch.randint(10, 99, (2,), generator=rng).tolist()
        expected = (a + b + a) * dtype.itemsize
        message = f"There are two slices each of storages with {a}, {b} and {a} elements of {dtype}."
        assert_close(kept_of_slices([a, b, a], dtype), expected, message=message)


@pytest.mark.points(1)
@pytest.mark.depends("test_example_release")
def test_release_values(rng):
    """The same values, shape and dtype"""
    for kind, values in VALUES.items():
        for dtype in DTYPES:
            x = drawn_vector(rng, dtype)
            assert_close(released_view(x, kind), values(x).clone(), message=about(kind))


@pytest.mark.points(2)
@pytest.mark.depends("test_release_values")
def test_release_lets_go(rng):
    """What can be smaller has a storage of exactly its elements"""
    for kind, count in WASTEFUL.items():
        for dtype in DTYPES:
            _, _, nbytes = released(release, drawn_vector(rng, dtype), kind)
            needed = count * dtype.itemsize
            assert nbytes == needed, f"`release(t)` keeps {nbytes} bytes alive where {needed} would do. {about(kind)}"


@pytest.mark.points(2)
@pytest.mark.depends("test_release_values")
def test_release_leaves_compact(rng):
    """What would not become smaller is returned itself: transposed and expanded tensors too"""
    for kind in COMPACT:
        _, same, nbytes = released(release, drawn_vector(rng), kind)
        assert same, (
            f"`release(t)` makes a copy with a storage of {nbytes} bytes; the storage of t has 4000. {about(kind)}"
        )


@pytest.mark.points(1)
@pytest.mark.depends("test_release_values")
def test_release_gradients(rng):
    """Gradients flow through to t"""
    x = torch.randn(12, generator=rng, dtype=torch.float64)
    assert_gradients(lambda x: of_a_slice(release, x), x)
    assert_gradients(lambda x: release(x.view(3, 4).T), x)


@pytest.mark.points(1)
@pytest.mark.depends("test_release_values")
def test_release_leaves_its_argument(rng):
    """t and its storage are the same afterwards"""
    assert_unchanged(release, torch.randn(3, 4, generator=rng))
    for kind in ["the first element", "a slice in the middle", "a column"]:
        assert still_a_view(release, drawn_vector(rng), kind), (
            f"after `release(t)`, t itself is no view of its storage any more, or the storage has shrunk. {about(kind)}"
        )


@pytest.mark.points(1)
@pytest.mark.parametrize("to_path", [True, False], ids=["path", "open_file"])
def test_saved_values(to_path, rng):
    """torch.load gives back the values, shape and dtype"""
    for kind in ["everything, transposed", "a transposed block", "one element, expanded to 20", "an empty slice"]:
        for dtype in DTYPES:
            x = drawn_vector(rng, dtype)
            message = f"It is what torch.load finds in the file. {about(kind)}"
            assert_close(saved_view(x, kind, to_path), VALUES[kind](x).clone(), message=message)


@pytest.mark.points(2)
@pytest.mark.depends("test_saved_values[path]")
def test_saved_size(rng):
    """The file is hardly larger than what is needed"""
    wasteful = {kind: 4 * count for kind, count in WASTEFUL.items()}
    for kind, needed in {**wasteful, "one element, expanded to 5000": 4000, "everything": 4000}.items():
        x = drawn_vector(rng)
        _, size = saved(save_compact, x, kind, to_path=True)
        # torch.save writes about 1,600 bytes around a storage.
        assert size < 2 * needed + 4000, f"the file has {size} bytes for a tensor that needs {needed}. {about(kind)}"
