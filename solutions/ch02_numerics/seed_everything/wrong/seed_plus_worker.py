"""You added seed and worker (and epoch): worker 1 of one run gets the random numbers of worker 0 of the next."""

from reference import *  # noqa: F403

FAILS = ["test_example_worker_seeds"]


def worker_seeds(seed, epoch, workers):
    return [(seed + epoch + worker) % 2**32 for worker in range(workers)]
