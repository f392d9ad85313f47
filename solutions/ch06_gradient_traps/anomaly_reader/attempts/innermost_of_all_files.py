"""Wrong: takes the innermost line of all, which lies in torch's own files when fn calls F.softmax."""

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
            except RuntimeError:
                texts = [str(w.message) for w in caught if str(w.message).startswith("Error detected in")]
                if not texts:
                    raise
                name = re.search(r"Error detected in (\w+)", texts[0]).group(1)
                line = re.findall(r"line (\d+), in", texts[0])[-1]
                return name, int(line)
    return None
