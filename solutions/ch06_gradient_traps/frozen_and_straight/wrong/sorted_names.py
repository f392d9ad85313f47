"""You sort the names: `trainable` gives them in the order of named_parameters(), which is that of the layers."""

from reference import *  # noqa: F403

FAILS = ["test_example_freeze", "test_freeze_flags"]


def trainable(module):
    return sorted(name for name, p in module.named_parameters() if p.requires_grad)
