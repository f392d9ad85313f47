"""Your seeds do not depend on the epoch: each epoch repeats the same augmentations."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_example_worker_seeds"]


def worker_seeds(seed, epoch, workers):
    return reference.worker_seeds(seed, 0, workers)
