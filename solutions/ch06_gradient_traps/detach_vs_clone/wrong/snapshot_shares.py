"""detach alone is no snapshot: it cuts the graph, but the memory is still that of t, and a later write changes both."""

from reference import *  # noqa: F403

FAILS = ["test_example[snapshot]", "test_kinds_of_tensors[snapshot]"]


def snapshot(t):
    return t.detach()
