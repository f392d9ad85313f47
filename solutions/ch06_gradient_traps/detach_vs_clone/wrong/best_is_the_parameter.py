"""You keep the parameters themselves: in-place training goes on changing them, so the best is always the last."""

from reference import *  # noqa: F403

FAILS = ["test_example_keep_best", "test_keep_best", "test_keep_best_special", "test_keep_best_is_isolated"]


def keep_best(params, step, steps):
    best, lowest = [p.detach() for p in params], float("inf")
    for _ in range(steps):
        loss = step()
        if loss < lowest:
            best, lowest = [p.detach() for p in params], loss
    return best
