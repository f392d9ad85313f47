"""clone of a result is no leaf: requires_grad_() changes nothing about that. Detach first."""

from reference import *  # noqa: F403

FAILS = ["test_example[fresh_leaf]", "test_kinds_of_tensors[fresh_leaf]", "test_gradients[fresh_leaf]"]


def fresh_leaf(t):
    return t.clone().requires_grad_()
