"""You added tensors to read the shape of their sum: that makes the whole result, and hides the rule that is asked for."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_no_tensor_is_made"]


def broadcast_shape(*shapes):
    total = torch.zeros((), device="meta")
    try:
        for shape in shapes:
            total = total + torch.zeros(shape, device="meta")
    except RuntimeError as error:
        raise ValueError(str(error)) from None
    return tuple(total.shape)
