"""Wrong: takes the first warning for that of anomaly mode; a hook that warns gets in the way."""

import re
import warnings

import torch


def locate(fn):
    with torch.autograd.set_detect_anomaly(True):
        loss = fn()
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                loss.backward()
                return None
            except RuntimeError:
                if not caught:
                    raise
                text = str(caught[0].message)
                name = re.findall(r"Error detected in (\w+)\.", text)
                file = re.escape(fn.__code__.co_filename)
                lines = re.findall(rf'File "{file}", line (\d+)', text)
                if not name or not lines:
                    raise
                return name[0], int(lines[-1])
