"""You left room for a fixed number of workers or epochs (`1000 * epoch + worker`): other seeds and epochs still meet there."""

from reference import *  # noqa: F403

FAILS = ["test_worker_seeds_do_not_meet"]


def worker_seeds(seed, epoch, workers):
    return [(1_000_000 * seed + 1000 * epoch + worker) % 2**32 for worker in range(workers)]
