"""`torch.stack` wants equal shapes and makes a new dimension: to join along a dimension that is there, use `torch.cat`."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_example_stack_ragged"]


def stack_ragged(ts, dim):
    try:
        return torch.stack(ts, dim)
    except RuntimeError as error:
        raise ValueError(str(error)) from None
