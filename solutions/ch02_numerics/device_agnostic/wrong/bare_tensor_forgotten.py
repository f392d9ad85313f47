"""The batch may be a single tensor, without a container around it: that one has to move too."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_to_device[tensor]"]


def to_device(batch, device):
    if not isinstance(batch, dict | list | tuple):
        return batch
    return reference.to_device(batch, device)
