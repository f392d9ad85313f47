"""float64 has 53 bits: 2**53 + 1 and 2**53 are one number there. Compare integers as integers."""

import reference
import torch
from reference import *  # noqa: F403

FAILS = ["test_integers"]


def tensors_match(a, b, **options):
    if a.dtype == b.dtype == torch.int64:
        a, b = a.double(), b.double()
    reference.tensors_match(a, b, **options)
