"""You promoted all dtypes alike: a 0-d tensor or a number counts only if its kind is higher than that of the tensors with dimensions."""

from functools import reduce

import torch
from reference import *  # noqa: F403
from reference import NUMBERS

FAILS = ["test_example_promoted", "test_promoted_of_two"]


def promoted(*operands):
    return reduce(torch.promote_types, [x.dtype if isinstance(x, torch.Tensor) else NUMBERS[type(x)] for x in operands])
