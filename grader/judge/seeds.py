"""The secret seed of a grading, and the numbers derived from it: one stream a check, whatever the order.

The seed is drawn after the student's module has loaded, so that nothing in the file can depend on it. What a check or
a worker gets is derived by SHA-256, so that no derived number tells the seed or another check's number.
"""

import hashlib
import random
import secrets
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import torch

SEED_BITS = 63  # fits a signed 64-bit field of every format that a report is written in


def draw() -> int:
    """A fresh secret seed."""
    return secrets.randbits(SEED_BITS)


def derive(seed: int, check_id: str, purpose: str = "check", *, bits: int = 32) -> int:
    """The number of ``check_id`` for ``purpose``: the same on every machine and in every order.

    32 bits by default: the most that ``numpy.random.seed`` takes.
    """
    text = f"{seed}\0{purpose}\0{check_id}".encode()
    return int.from_bytes(hashlib.sha256(text).digest()[:8], "big") >> (64 - bits)


@contextmanager
def judge_random_state(seed: int, check_id: str) -> Iterator[None]:
    """Seed the judge's own global generators for one check, and put them back as they were afterwards.

    A check that draws without a generator is thereby as reproducible as one that uses ``rng``.
    """
    before = torch.get_rng_state(), np.random.get_state(), random.getstate()
    number = derive(seed, check_id, "judge")
    torch.default_generator.manual_seed(number)
    np.random.seed(number)
    random.seed(number)
    try:
        yield
    finally:
        torch.set_rng_state(before[0])
        np.random.set_state(before[1])
        random.setstate(before[2])
