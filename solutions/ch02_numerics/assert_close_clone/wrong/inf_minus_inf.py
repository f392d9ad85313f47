"""inf - inf is NaN, so equal infinities did not match: `a == b` settles them before the difference is looked at."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_nan_and_inf", "test_agrees_with_torch"]


def tensors_match(a, b, **options):
    reference.tensors_match(a, b, **options)
    if not a.is_meta and a.is_floating_point() and a.isinf().any():
        raise AssertionError("the difference is nan")
