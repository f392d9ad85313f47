"""You made a copy of a tensor that is float32 already, and of an array that needs no conversion: `to` and `from_numpy` don't."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_example_to_float32", "test_to_float32_is_the_same_object", "test_input_shares_memory"]


def to_float32(t):
    return t.float().clone()


def as_model_input(data):
    return reference.as_model_input(data).clone()
