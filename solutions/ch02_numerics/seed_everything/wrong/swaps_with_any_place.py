"""You swap every place with any place, and then some orders are likelier: swap with this place or a later one."""

import random

from reference import *  # noqa: F403

FAILS = ["test_shuffled_every_place"]


def shuffled_indices(n: int, seed: int) -> list[int]:
    rng, order = random.Random(seed), list(range(n))
    for i in range(n):
        j = rng.randrange(n)
        order[i], order[j] = order[j], order[i]
    return order
