"""You switch anomaly mode on for backward only; the tracebacks are noted while the forward runs, so it must be on by then."""

import re
import warnings

import torch
from reference import *  # noqa: F403

FAILS = [
    "test_example",
    "test_overwritten",
    "test_nan",
    "test_line_in_a_helper",
    "test_line_above_torch",
    "test_other_warnings",
]


def locate(fn):
    loss = fn()
    with torch.autograd.set_detect_anomaly(True), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            loss.backward()
        except RuntimeError:
            for message in (str(warning.message) for warning in caught):
                if told := re.match(r"Error detected in (\w+)\.", message):
                    return told[1], 0
            raise
    return None
