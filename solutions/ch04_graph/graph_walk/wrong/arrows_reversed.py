"""Your arrows point the way of the forward; here they show where the gradients go, from the result to the leaves."""

import re

import reference
from reference import *

FAILS = ["test_example_dot"]


def to_dot(t, params):
    return re.sub(r"(\d+) -> (\d+)", r"\2 -> \1", reference.to_dot(t, params))
