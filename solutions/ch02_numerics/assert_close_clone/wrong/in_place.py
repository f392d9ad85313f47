"""`a -= b`, `nan_to_num_()` and `zero_()` write into the caller's tensors: a comparison must leave them alone."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_arguments_unchanged"]


def tensors_match(a, b, **options):
    try:
        reference.tensors_match(a, b, **options)
    finally:
        if options.get("check_grad") and a.grad is not None:
            a.grad.zero_()
