"""Random numbers that repeat: seeding the three global generators, and doing without them."""

from contextlib import AbstractContextManager


def seed_all(seed: int) -> None:
    """Seed random, NumPy (with seed modulo 2**32) and torch.

    seed: 0 <= seed < 2**64
    """
    raise NotImplementedError


def local_rng(seed: int) -> AbstractContextManager[None]:
    """A block in which the three libraries are seeded with seed; afterwards they go on where they were on entering.

    with local_rng(0): ...
    """
    raise NotImplementedError


def shuffled_indices(n: int, seed: int) -> list[int]:
    """0 … n - 1 in a random order that depends on n and seed alone; no global generator is read or changed."""
    raise NotImplementedError


def worker_seeds(seed: int, epoch: int, workers: int) -> list[int]:
    """One seed a worker, 0 <= s < 2**32, all different; calls that differ in seed or epoch have none in common."""
    raise NotImplementedError
