"""You called the children one by one: a net's own forward may do something else, and blocks have layers inside. Call the module and use hooks."""

from reference import *  # noqa: F403

FAILS = ["test_search_in_blocks", "test_search_leaves_the_buffers"]


def first_nonfinite(module, x):
    for name, child in module.named_children():
        x = child(x)
        if not is_finite(x):  # noqa: F405
            return name
    return None
