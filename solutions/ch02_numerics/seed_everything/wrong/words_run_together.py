"""`SeedSequence([seed, epoch])` writes both as 32-bit words side by side, so seed 2³² + 5 in epoch 0 is seed 5 in epoch 1."""

from reference import *  # noqa: F403

FAILS = ["test_worker_seeds_do_not_meet"]


def worker_seeds(seed: int, epoch: int, workers: int) -> list[int]:
    return np.random.default_rng([seed, epoch]).choice(2**32, size=workers, replace=False).tolist()  # noqa: F405
