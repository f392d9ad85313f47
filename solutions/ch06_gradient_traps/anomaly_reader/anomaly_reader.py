"""Where a broken backward comes from."""

import re
import warnings
from collections.abc import Callable

import torch
from torch import Tensor


def locate(fn: Callable[[], Tensor]) -> tuple[str, int] | None:
    with torch.autograd.set_detect_anomaly(True), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        loss = fn()
        try:
            loss.backward()
        except RuntimeError:
            for message in (str(warning.message) for warning in caught):
                if told := re.match(r"Error detected in (\w+)\. Traceback", message):
                    return told[1], _innermost_line(message, fn.__code__.co_filename)
            raise
    return None


def _innermost_line(traceback: str, file: str) -> int:
    """The last of the traceback's lines that are in the file."""
    return [int(line) for name, line in re.findall(r'File "(.+)", line (\d+)', traceback) if name == file][-1]
