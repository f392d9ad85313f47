"""Your hooks stay on the module: each search makes every later call slower. Keep the handles and `remove()` them."""

from reference import *  # noqa: F403

FAILS = ["test_search_leaves_the_module"]


def first_nonfinite(module, x):
    found = []
    buffers = [(buffer, buffer.clone()) for buffer in module.buffers()]
    for name, part in module.named_modules():
        part.register_forward_hook(reporter(name, found))  # noqa: F405
    module(x)
    for buffer, before in buffers:
        buffer.copy_(before)
    return found[0] if found else None
