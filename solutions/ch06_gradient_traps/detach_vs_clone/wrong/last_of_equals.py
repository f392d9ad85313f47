"""Of equal losses the first counts, and NaN is never the lowest: `not loss > lowest` takes both."""

from reference import *  # noqa: F403

FAILS = ["test_keep_best_special"]


def keep_best(params, step, steps):
    best, lowest = [snapshot(p) for p in params], float("inf")  # noqa: F405
    for _ in range(steps):
        loss = step()
        if not loss > lowest:
            best, lowest = [snapshot(p) for p in params], loss  # noqa: F405
    return best
