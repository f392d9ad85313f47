"""You converted integers and booleans as well: a counter or a mask must keep its dtype."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_example_module", "test_module_dtypes[float64]", "test_module_dtypes[bfloat16]"]


def module_to(m, dtype):
    reference.module_to(m, dtype)
    for module in m.modules():
        for name, buffer in module.named_buffers(recurse=False):
            setattr(module, name, buffer.to(dtype))
    return m
