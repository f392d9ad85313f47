"""clone alone is no snapshot: the copy is a part of the graph, and as long as you keep it the graph is kept too."""

from reference import *  # noqa: F403

FAILS = ["test_example[snapshot]", "test_kinds_of_tensors[snapshot]"]


def snapshot(t):
    return t.clone()
