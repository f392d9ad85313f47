"""An output may be a tuple, a list or a dict of tensors: look inside."""

import reference
import torch
from reference import *  # noqa: F403

FAILS = ["test_search_in_structures[tuple]", "test_search_in_structures[list]", "test_search_in_structures[dict]"]


def first_nonfinite(module, x):
    kept = reference.is_finite
    reference.is_finite = lambda value: not isinstance(value, torch.Tensor) or kept(value)
    try:
        return reference.first_nonfinite(module, x)
    finally:
        reference.is_finite = kept
