"""Every module after the first bad one is bad too, the net itself last: keep the first name, not the last."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_example_search"]


def first_nonfinite(module, x):
    found = {}
    hooks = [
        part.register_forward_hook(
            lambda m, i, o, name=name: found.__setitem__("name", name) if not is_finite(o) else None
        )  # noqa: F405
        for name, part in module.named_modules()
    ]
    with torch.no_grad():
        module(x)
    for hook in hooks:
        hook.remove()
    return found.get("name")
