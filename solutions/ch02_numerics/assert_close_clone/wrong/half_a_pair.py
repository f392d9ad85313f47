"""You took the default for the tolerance that was not given: one alone is a ValueError, since the caller would not know what the other is."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_given_tolerances"]


def tensors_match(a, b, *, rtol=None, atol=None, **options):
    if (rtol is None) != (atol is None):
        rtol, atol = rtol or 0.0, atol or 0.0
    reference.tensors_match(a, b, rtol=rtol, atol=atol, **options)
