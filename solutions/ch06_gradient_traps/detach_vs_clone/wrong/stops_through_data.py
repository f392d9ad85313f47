"""`.data` has a version of its own: a write through it goes unnoticed, and backward may be silently wrong. detach shares it."""

from reference import *  # noqa: F403

FAILS = ["test_example[stop_gradient]", "test_kinds_of_tensors[stop_gradient]"]


def stop_gradient(t):
    return t.data
