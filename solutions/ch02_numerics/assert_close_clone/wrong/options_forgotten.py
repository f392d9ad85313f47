"""You compare values only: `check_stride`, `check_requires_grad` and `check_grad` ask for more."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_stride", "test_requires_grad", "test_grad"]


def tensors_match(a, b, *, rtol=None, atol=None, equal_nan=False, **options):
    reference.tensors_match(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan)
