"""You combined the operands from left to right and forgot which group a result came from: all of them decide together."""

import reference
import torch
from reference import *  # noqa: F403

FAILS = ["test_promoted_of_many", "test_promoted_runs_no_operator"]


def promoted(*operands):
    result = operands[0]
    for x in operands[1:]:
        with_dimensions = any(isinstance(o, torch.Tensor) and o.dim() > 0 for o in (result, x))
        dtype = reference.promoted(result, x)
        result = torch.empty((1,) if with_dimensions else (), dtype=dtype)
    return reference.promoted(result)
