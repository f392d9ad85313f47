"""You switch anomaly mode on and never off: everything after runs several times slower."""

import torch
from reference import *  # noqa: F403
from reference import locate as right

FAILS = ["test_mode"]


def locate(fn):
    torch.autograd.set_detect_anomaly(True)
    return right(fn)
