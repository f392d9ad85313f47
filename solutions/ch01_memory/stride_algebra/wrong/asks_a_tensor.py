"""You made a tensor to read its strides from: the answer must come from the numbers, also where no memory could hold the tensor."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_no_tensor_is_made"]


def contiguous_strides(shape):
    return torch.empty(shape, device="meta").stride()
