"""You give backward the copy: the gradient is right, and nobody learns that the values were overwritten. Raise."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_example_saves", "test_saves_changed"]


def checked_saves():
    return torch.autograd.graph.saved_tensors_hooks(lambda t: t.detach().clone(), lambda t: t)
