"""You switch anomaly mode off at the end, also for a caller who had it on. Use set_detect_anomaly in a with statement."""

import torch
from reference import *  # noqa: F403
from reference import locate as right

FAILS = ["test_mode"]


def locate(fn):
    try:
        return right(fn)
    finally:
        torch.autograd.set_detect_anomaly(False)
