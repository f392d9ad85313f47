"""What the global generators do where your code runs."""

import random
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import numpy as np
import torch

Draws = dict[str, list[float]]
LocalRng = Callable[[int], AbstractContextManager[None]]


def draws() -> Draws:
    """The next three numbers of each library's global generator."""
    return {
        "random": [random.random() for _ in range(3)],
        "numpy": np.random.rand(3).tolist(),
        "torch": torch.rand(3, dtype=torch.float64).tolist(),
    }


def states() -> dict[str, str]:
    """The exact state of each global generator, as text."""
    numpy_state = [part.tolist() if isinstance(part, np.ndarray) else part for part in np.random.get_state()]
    return {
        "random": repr(random.getstate()),
        "numpy": repr(numpy_state),
        "torch": repr(torch.get_rng_state().tolist()),
    }


def stir() -> None:
    """Bring the generators to the middle of their streams; random and NumPy keep half of a pair of normal numbers."""
    for start in (random.seed, np.random.seed, torch.manual_seed):
        start(12345)
    random.gauss(0.0, 1.0), np.random.randn(), torch.rand(5)


def moved(before: dict[str, str]) -> list[str]:
    """The libraries whose state is not the one before."""
    now = states()
    return [name for name in before if now[name] != before[name]]


def draws_after(seed_all: Callable[[int], Any], seed: int) -> Draws:
    stir()
    seed_all(seed)
    return draws()


def draws_inside(local_rng: LocalRng, seed: int) -> Draws:
    stir()
    with local_rng(seed):
        return draws()


def moved_by_block(local_rng: LocalRng, seed: int, early: bool = False) -> list[str]:
    """The libraries that do not go on where they were. early: local_rng is called some draws before it is entered."""
    stir()
    block = local_rng(seed)
    if early:
        draws()
    before = states()
    with block:
        draws()
    return moved(before)


def moved_by_error(local_rng: LocalRng, seed: int) -> tuple[bool, list[str]]:
    """Whether an exception inside the block comes out of it, and the libraries that do not go on where they were."""
    stir()
    before = states()
    try:
        with local_rng(seed):
            draws()
            raise KeyError("inside")
    except KeyError:
        return True, moved(before)
    return False, moved(before)


def moved_by_inner_block(local_rng: LocalRng, outer: int, inner: int) -> list[str]:
    """The libraries whose stream in the outer block is disturbed by an inner one."""
    with local_rng(outer):
        draws()
        before = states()
        with local_rng(inner):
            draws()
        return moved(before)


def moved_by_call(f: Callable[..., Any], *args: int) -> list[str]:
    stir()
    before = states()
    f(*args)
    return moved(before)


def orders(shuffled_indices: Callable[[int, int], list[int]], n: int, seeds: range) -> list[list[int]]:
    return [list(shuffled_indices(n, seed)) for seed in seeds]
