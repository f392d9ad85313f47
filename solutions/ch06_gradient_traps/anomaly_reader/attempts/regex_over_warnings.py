"""Right: catches warnings during backward and reads the one of anomaly mode with regular expressions."""

import re
import warnings
from collections.abc import Callable

import torch
from torch import Tensor


def locate(fn: Callable[[], Tensor]) -> tuple[str, int] | None:
    with torch.autograd.set_detect_anomaly(True, check_nan=True):
        loss = fn()
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                loss.backward()
            except RuntimeError:
                for warning in caught:
                    found = re.match(r"Error detected in (\S+)\. ", str(warning.message))
                    if found:
                        break
                else:
                    raise
                text = str(warning.message)
                lines = re.findall(r'File "(.*)", line (\d+), in ', text)
                return found[1], [int(n) for file, n in lines if file == fn.__code__.co_filename][-1]
    return None
