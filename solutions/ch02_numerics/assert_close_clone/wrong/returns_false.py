"""You returned False: a caller who does not look at the result never learns that the tensors differ. Raise AssertionError."""

import reference
from reference import *  # noqa: F403

FAILS = [
    "test_example",
    "test_default_tolerances",
    "test_given_tolerances",
    "test_shape",
    "test_dtype_and_device",
    "test_meta",
    "test_nan_and_inf",
    "test_integers",
    "test_stride",
    "test_requires_grad",
    "test_grad",
]


def tensors_match(a, b, **options):
    try:
        reference.tensors_match(a, b, **options)
    except AssertionError:
        return False
