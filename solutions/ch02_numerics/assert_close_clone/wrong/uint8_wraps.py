"""You subtracted integers in their own dtype: 10 - 200 is 66 in uint8. Compare in float64, or with ==."""

import reference
import torch
from reference import *  # noqa: F403

FAILS = ["test_integers"]


def tensors_match(a, b, *, rtol=None, atol=None, **options):
    if a.dtype == b.dtype == torch.uint8 and rtol is not None and atol is not None:
        if ((a - b) > atol + rtol * b).any():
            raise AssertionError("values differ")
        return
    reference.tensors_match(a, b, rtol=rtol, atol=atol, **options)
