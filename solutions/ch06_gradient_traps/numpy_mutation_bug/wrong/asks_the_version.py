"""You compare versions of what was saved; numpy and .data do not raise them. Compare the values."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_example_saves", "test_saves_changed"]


def checked_saves():
    def unpack(packed):
        t, version = packed
        if t._version != version:
            raise RuntimeError(f"{tuple(t.shape)} changed")
        return t

    return torch.autograd.graph.saved_tensors_hooks(lambda t: (t, t._version), unpack)
