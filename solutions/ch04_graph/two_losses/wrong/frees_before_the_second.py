"""Your first backward frees what both losses saved in their shared part, so the second one raises: retain_graph=True there."""

from reference import *  # noqa: F403

FAILS = ["test_example_split", "test_split_values", "test_split_one_by_one", "test_split_frees"]


def backward_split(loss_a, loss_b, weight):
    loss_a.backward()
    (weight * loss_b).backward()
