"""You look for overwritten values only; let anomaly mode look for NaN as well (check_nan=True, its default)."""

import warnings

import torch
from reference import *  # noqa: F403
from reference import locate as right

FAILS = ["test_nan"]


def locate(fn):
    with torch.autograd.set_detect_anomaly(True, check_nan=False):
        loss = fn()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                loss.backward()
        except RuntimeError:
            return right(fn)
    return None
