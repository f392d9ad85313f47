"""You replaced -inf or nan by numbers: a masked place has probability exactly 0, and a row without any value has none to give (nan)."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_infinite_values[softmax]"]


def softmax(t, dim):
    return reference.softmax(t, dim).nan_to_num(nan=0.0)
