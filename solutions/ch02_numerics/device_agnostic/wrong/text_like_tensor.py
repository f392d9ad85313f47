"""You asked every value for `.to`: only tensors have it, strings and numbers raise AttributeError."""

from reference import *  # noqa: F403

FAILS = ["test_example_to_device"]


def to_device(batch, device):
    if isinstance(batch, dict):
        return {key: to_device(value, device) for key, value in batch.items()}
    if isinstance(batch, list | tuple):
        return type(batch)([to_device(value, device) for value in batch])
    return batch.to(device)
