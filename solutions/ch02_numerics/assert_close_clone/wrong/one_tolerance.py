"""You used one tolerance for all dtypes: float16 has 3 digits and float64 has 16, see the table."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_default_tolerances", "test_integers"]


def tensors_match(a, b, *, rtol=None, atol=None, **options):
    if rtol is None and atol is None:
        rtol, atol = 1e-5, 1e-5
    reference.tensors_match(a, b, rtol=rtol, atol=atol, **options)
