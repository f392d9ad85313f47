"""You saved the elements without the shape: save a tensor of the shape of t."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_saved_values[path]", "test_saved_values[open_file]"]


def save_compact(t, file):
    torch.save(release(t).flatten().clone(), file)  # noqa: F405
