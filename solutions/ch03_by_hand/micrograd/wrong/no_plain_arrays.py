"""You handle Values and numbers but not arrays: `value + array` must work as well."""

from reference import *  # noqa: F403
from reference import Value as Right

FAILS = ["test_numbers_and_arrays"]


class Value(Right):
    def __add__(self, other):
        return super().__add__(other if isinstance(other, Right) else float(other))

    def __mul__(self, other):
        return super().__mul__(other if isinstance(other, Right) else float(other))
