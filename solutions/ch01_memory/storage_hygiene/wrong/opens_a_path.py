"""`file` may be an open file as well as a path: `torch.save` takes both, `open` takes only the path."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_saved_values[open_file]"]


def save_compact(t, file):
    with open(file, "wb") as opened:
        torch.save(release(t), opened)  # noqa: F405
