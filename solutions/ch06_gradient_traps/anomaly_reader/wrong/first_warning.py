"""You take the first warning for that of anomaly mode; others may come before it. Look at how it begins."""

import re
import warnings

import torch
from reference import *  # noqa: F403

FAILS = ["test_other_warnings"]


def locate(fn):
    with torch.autograd.set_detect_anomaly(True), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        loss = fn()
        try:
            loss.backward()
        except RuntimeError:
            if not caught:
                raise
            text = str(caught[0].message)
            name = re.search(r"Error detected in (\w+)", text)
            lines = re.findall(rf'File "{re.escape(fn.__code__.co_filename)}", line (\d+)', text)
            return (name[1] if name else text), int(lines[-1]) if lines else 0
    return None
