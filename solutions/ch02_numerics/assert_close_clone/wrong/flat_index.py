"""You gave the position in the flattened tensor (`argmax()`): turn it into an index with one number a dimension."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_example"]


def tensors_match(a, b, **options):
    try:
        reference.tensors_match(a, b, **options)
    except AssertionError as error:
        if "the worst is at" not in str(error):
            raise
        worst = (a.detach().double() - b.detach().double()).abs().argmax().item()
        raise AssertionError(f"the elements differ, the worst at {worst}") from None
