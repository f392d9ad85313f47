"""That the channels lie side by side is not enough: between the pixels there may be gaps, as in half of the channels of a larger tensor."""

from reference import *  # noqa: F403

FAILS = ["test_layout_other"]


def layout(t4d):
    if t4d.is_contiguous():
        return "contiguous"
    return "channels_last" if t4d.stride(1) == 1 else "other"
