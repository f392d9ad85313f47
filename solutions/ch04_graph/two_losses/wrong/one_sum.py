"""You walk the graph once, for the sum: the numbers are right, but nobody can see what each loss brings."""

from reference import *  # noqa: F403

FAILS = ["test_example_split", "test_split_one_by_one"]


def backward_split(loss_a, loss_b, weight):
    (loss_a + weight * loss_b).backward()
