"""You removed hooks that are not yours: others had been on the module before. Remove only your own, through their handles."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_search_leaves_the_module"]


def first_nonfinite(module, x):
    found = reference.first_nonfinite(module, x)
    for part in module.modules():
        part._forward_hooks.clear()
    return found
