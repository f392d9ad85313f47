"""You compared strides, requires_grad and gradients always: like torch's function, this one does it only when asked."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_stride", "test_requires_grad", "test_grad"]


def tensors_match(a, b, *, check_grad=True, check_requires_grad=True, check_stride=True, **options):
    reference.tensors_match(a, b, check_grad=True, check_requires_grad=True, check_stride=True, **options)
