"""Stopping the gradient needs no copy: the same memory, without the graph."""

from reference import *  # noqa: F403

FAILS = ["test_example[stop_gradient]", "test_kinds_of_tensors[stop_gradient]"]


def stop_gradient(t):
    return t.detach().clone()
