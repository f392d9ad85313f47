"""What is not contiguous need not be channels_last: ask for that format too, and answer "other" when it is neither."""

from reference import *  # noqa: F403

FAILS = ["test_example_layout"]


def layout(t4d):
    return "contiguous" if t4d.is_contiguous() else "channels_last"
