"""You left the comparison to `torch.cat`: it skips a tensor of shape (0,), so that a wrong list is joined without an error."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_stack_ragged_errors"]


def stack_ragged(ts, dim):
    try:
        return torch.cat(ts, dim)
    except (RuntimeError, IndexError) as error:
        raise ValueError(str(error)) from None
