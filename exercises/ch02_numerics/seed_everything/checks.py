"""Hidden checks for seed_everything."""

import random
from collections import Counter

import numpy as np
import pytest
import torch
from fixtures import (
    draws_after,
    draws_inside,
    moved_by_block,
    moved_by_call,
    moved_by_error,
    moved_by_inner_block,
    orders,
)
from seed_everything import local_rng, seed_all, shuffled_indices, worker_seeds

from grader.checks import assert_close, assert_deterministic

LIBRARIES = ["random", "numpy", "torch"]
each_library = pytest.mark.parametrize("library", LIBRARIES)


def stream(library, seed):
    """The first three numbers after the library's own seeding function."""
    if library == "random":
        own = random.Random(seed)
        return [own.random() for _ in range(3)]
    if library == "numpy":
        return np.random.RandomState(seed % 2**32).rand(3).tolist()
    return torch.rand(3, dtype=torch.float64, generator=torch.Generator().manual_seed(seed)).tolist()


def drawn_seed(rng, high=2**31):
    return int(torch.randint(high, (), generator=rng))


def expect_untouched(moved, what):
    assert not moved, f"{what}, the global generator of {' and of '.join(moved)} is in another state than before"


@pytest.mark.visible
@pytest.mark.points(1)
@each_library
def test_example_seed_all(library):
    """The example of the statement: the first numbers after seed_all(42)"""
    actual = draws_after(seed_all, 42)[library]
    expected = stream(library, 42)
    assert_close(actual, expected, message=f"the first numbers of {library} after seed_all(42)")


@pytest.mark.points(1)
@pytest.mark.depends("test_example_seed_all")
def test_seed_all_with_large_seeds(rng):
    """seed_all: seeds of up to 64 bits"""
    for seed in (0, drawn_seed(rng), 2**32, 2**32 + drawn_seed(rng), 2**63 + drawn_seed(rng), 2**64 - 1):
        actual = draws_after(seed_all, seed)
        for library in LIBRARIES:
            assert_close(
                actual[library], stream(library, seed), message=f"the first numbers of {library} after seed_all({seed})"
            )


@pytest.mark.points(1)
@each_library
def test_local_rng_seeds(library, rng):
    """local_rng: inside the block, all three libraries are seeded"""
    for seed in (drawn_seed(rng), 2**40 + drawn_seed(rng)):
        actual = draws_inside(local_rng, seed)[library]
        assert_close(actual, stream(library, seed), message=f"the first numbers of {library} inside local_rng({seed})")


@pytest.mark.points(1)
@each_library
def test_local_rng_restores(library, rng):
    """local_rng: after the block, each library goes on where it was"""
    moved = moved_by_block(local_rng, drawn_seed(rng))
    expect_untouched([name for name in moved if name == library], "after a local_rng block")


@pytest.mark.points(1)
@pytest.mark.depends("test_local_rng_restores")
def test_local_rng_after_an_exception(rng):
    """local_rng: an exception goes on, and the generators are restored"""
    came_out, moved = moved_by_error(local_rng, drawn_seed(rng))
    assert came_out, "an exception inside a local_rng block disappears; it must go on"
    expect_untouched(moved, "after a local_rng block that ended with an exception")


@pytest.mark.points(1)
@pytest.mark.depends("test_local_rng_restores")
def test_local_rng_nested(rng):
    """local_rng: an inner block leaves the outer one alone"""
    moved = moved_by_inner_block(local_rng, drawn_seed(rng), drawn_seed(rng))
    expect_untouched(moved, "after an inner local_rng block")


@pytest.mark.points(1)
@pytest.mark.depends("test_local_rng_restores")
def test_local_rng_entered_later(rng):
    """local_rng: the state that comes back is the one on entering"""
    moved = moved_by_block(local_rng, drawn_seed(rng), early=True)
    expect_untouched(moved, "after a block whose local_rng(seed) was made some draws before it was entered")


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_shuffled():
    """The example of the statement: a list of the ints 0 to 3, the same each time"""
    order = shuffled_indices(4, 0)
    assert isinstance(order, list), f"`shuffled_indices` should give a list; yours gives {type(order).__name__}"
    kinds = {type(i).__name__ for i in order}
    assert kinds == {"int"}, f"the list should hold ints; yours holds {', '.join(sorted(kinds))}"
    assert sorted(order) == [0, 1, 2, 3], f"0, 1, 2, 3 should be in the list once each; yours is {order}"
    again = shuffled_indices(4, 0)
    assert again == order, f"the same seed should give the same order; yours gives {order}, then {again}"


@pytest.mark.points(1)
@pytest.mark.depends("test_example_shuffled")
def test_shuffled_any_length(rng):
    """shuffled_indices: every index once, for any n, seeds of 64 bits too"""
    for n in (0, 1, 2, 50):
        for seed in (drawn_seed(rng), 2**63 + drawn_seed(rng)):
            order = shuffled_indices(n, seed)
            assert sorted(order) == list(range(n)), f"for n = {n} each of 0 … n - 1 should come once; yours is {order}"


@pytest.mark.points(1)
@pytest.mark.depends("test_example_shuffled")
def test_shuffled_every_order(rng):
    """shuffled_indices: every order is equally likely"""
    start = drawn_seed(rng)
    counts = Counter(tuple(order) for order in orders(shuffled_indices, 3, range(start, start + 600)))
    # 100 of 600 on average; 9.1 is one standard deviation, so that 50 is missed once in 10 million runs.
    rare = [order for order in [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)] if counts[order] < 50]
    assert not rare, f"of 600 seeds, only {counts[rare[0]]} give the order {list(rare[0])} of 3; about 100 should"


@pytest.mark.points(1)
@pytest.mark.depends("test_shuffled_every_order")
def test_shuffled_every_place(rng):
    """shuffled_indices: every index is equally likely in every place"""
    start, n, runs = drawn_seed(rng), 12, 1500
    counts = np.zeros((n, n))
    for order in orders(shuffled_indices, n, range(start, start + runs)):
        counts[range(n), order] += 1
    mean = runs / n
    # Chi-square with 121 degrees of freedom: above 230 in 1 of 100 million runs. Swapping each place with any place
    # gives about 350.
    chi_square = float(((counts - mean) ** 2 / mean).sum())
    place, index = np.unravel_index(abs(counts - mean).argmax(), counts.shape)
    assert chi_square < 230, (
        f"of {runs} seeds, {counts[place, index]:.0f} put index {index} of {n} in place {place}; about {mean:.0f} do"
    )


@pytest.mark.points(1)
@pytest.mark.depends("test_example_shuffled")
def test_shuffled_depends_on_the_seed_alone():
    """shuffled_indices: the same in another process, whatever the global generators do"""
    assert_deterministic(shuffled_indices, 50)


@pytest.mark.points(1)
def test_shuffled_leaves_the_generators(rng):
    """shuffled_indices: the global generators stay as they are"""
    expect_untouched(moved_by_call(shuffled_indices, 20, drawn_seed(rng)), "after `shuffled_indices`")


@pytest.mark.visible
@pytest.mark.points(1)
def test_example_worker_seeds():
    """The example of the statement: two different seeds, the same each time"""
    seeds = worker_seeds(7, 0, 2)
    assert isinstance(seeds, list), f"`worker_seeds` should give a list; yours gives {type(seeds).__name__}"
    assert len(set(seeds)) == len(seeds) == 2, f"two workers should get two different seeds; yours are {seeds}"
    assert worker_seeds(7, 0, 2) == seeds, "the same arguments should give the same seeds"
    others = worker_seeds(7, 1, 2) + worker_seeds(8, 0, 2)
    common = set(seeds) & set(others)
    assert not common, f"worker_seeds(7, 1, 2) and worker_seeds(8, 0, 2) share {common} with worker_seeds(7, 0, 2)"


@pytest.mark.points(1)
def test_worker_seeds_range(rng):
    """worker_seeds: as many as asked, ints that NumPy takes, also from seeds of 64 bits"""
    for seed in (0, drawn_seed(rng), 2**32 - 1, 2**63 + drawn_seed(rng)):
        for workers in (0, 1, 8):
            seeds = worker_seeds(seed, 3, workers)
            assert len(seeds) == workers, f"{workers} workers should get {workers} seeds; yours gives {len(seeds)}"
            wrong = [s for s in seeds if type(s) is not int or not 0 <= s < 2**32]
            assert not wrong, f"for seed {seed}, {wrong[:1]} is no int from 0 to 2**32 - 1"


@pytest.mark.points(2)
@pytest.mark.depends("test_example_worker_seeds", "test_worker_seeds_range")
def test_worker_seeds_do_not_meet(rng):
    """worker_seeds: runs and epochs that differ have no seed in common"""
    first = drawn_seed(rng)
    # 3 * 4 * 10 numbers of 32 bits: two of them meet by chance in 1 of 600,000 runs.
    seen = {}
    for seed in range(first, first + 3):
        for epoch in (0, 1, 2, 1000):
            for worker, s in enumerate(worker_seeds(seed, epoch, 10)):
                here = f"seed + {seed - first}, epoch {epoch}, worker {worker}"
                assert s not in seen, f"the same worker seed comes for ({seen.get(s)}) and for ({here})"
                seen[s] = here
    # Written side by side, as digits or as 32-bit words, each pair is the same.
    for (seed, epoch), (other_seed, other_epoch) in [((1, 12), (11, 2)), ((2**32 + first, 0), (first, 1))]:
        both = set(worker_seeds(seed, epoch, 10)) & set(worker_seeds(other_seed, other_epoch, 10))
        assert not both, (
            f"seed {seed} in epoch {epoch} and seed {other_seed} in epoch {other_epoch} have {len(both)} of 10 worker "
            "seeds in common"
        )


@pytest.mark.points(1)
def test_worker_seeds_leave_the_generators(rng):
    """worker_seeds: the global generators are neither read nor changed"""
    expect_untouched(moved_by_call(worker_seeds, drawn_seed(rng), 1, 4), "after `worker_seeds`")
    assert_deterministic(worker_seeds, epoch=1, workers=4)
