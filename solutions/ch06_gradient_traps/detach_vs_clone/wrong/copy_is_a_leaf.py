"""Your copy starts a graph of its own: it requires grad, but nothing flows back to t."""

from reference import *  # noqa: F403

FAILS = ["test_example[copy_with_grad]", "test_kinds_of_tensors[copy_with_grad]", "test_gradients[copy_with_grad]"]


def copy_with_grad(t):
    return t.detach().clone().requires_grad_(t.requires_grad)
