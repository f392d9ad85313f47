"""In training mode a forward pass updates BatchNorm's buffers, and a NaN stays in them for good: copy them before, put them back after."""

from reference import *  # noqa: F403

FAILS = ["test_search_leaves_the_buffers"]


def first_nonfinite(module, x):
    found = []
    hooks = [part.register_forward_hook(reporter(name, found)) for name, part in module.named_modules()]  # noqa: F405
    try:
        module(x)
    finally:
        for hook in hooks:
            hook.remove()
    return found[0] if found else None
