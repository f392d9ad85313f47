"""You left the Python numbers out: an integer tensor plus 0.5 is floating."""

import reference
import torch
from reference import *  # noqa: F403

FAILS = ["test_example_promoted", "test_promoted_of_two"]


def promoted(*operands):
    return reference.promoted(*([x for x in operands if isinstance(x, torch.Tensor)] or operands))
