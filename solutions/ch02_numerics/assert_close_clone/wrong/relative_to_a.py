"""Your tolerance is relative to a, or to the larger of the two: it is relative to b, the expected value."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_given_tolerances", "test_integers"]


def tensors_match(a, b, *, rtol=None, atol=None, **options):
    if (
        rtol is not None
        and atol is not None
        and not options
        and a.shape == b.shape
        and not a.isinf().any()
        and not b.isinf().any()
    ):
        return reference.tensors_match(b, a, rtol=rtol, atol=atol)
    return reference.tensors_match(a, b, rtol=rtol, atol=atol, **options)
