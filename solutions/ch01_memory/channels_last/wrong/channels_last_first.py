"""With one channel or one pixel a tensor has both formats: ask for contiguous first."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_layout_when_both"]


def layout(t4d):
    if t4d.is_contiguous(memory_format=torch.channels_last):
        return "channels_last"
    return "contiguous" if t4d.is_contiguous() else "other"
