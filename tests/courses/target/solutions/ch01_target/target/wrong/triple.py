"""This is three times x."""

from reference import *  # noqa: F403

FAILS = [
    "test_double_example",
    "test_double_values",
    "test_double_expected_afterwards",
    "test_double_asserted_plainly",
    "test_double_by_torch_itself",
    "test_canary_is_used",
]


def double(x):
    return 3 * x
