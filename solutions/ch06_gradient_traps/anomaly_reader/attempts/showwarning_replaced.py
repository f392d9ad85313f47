"""Right: puts a function of its own in the place of warnings.showwarning, and splits the text line by line."""

import warnings

import torch

START = "Error detected in "


def locate(fn):
    texts = []

    def note(message, category, filename, lineno, file=None, line=None):
        texts.append(str(message))

    before = torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled()
    torch.autograd.set_detect_anomaly(True)
    try:
        loss = fn()
        with warnings.catch_warnings():
            warnings.resetwarnings()
            warnings.simplefilter("always")
            warnings.showwarning = note
            try:
                loss.backward()
                return None
            except Exception:
                told = [text for text in texts if text.startswith(START)]
                if not told:
                    raise
                text = told[0]
    finally:
        torch.autograd.set_detect_anomaly(*before)

    name = text[len(START) :].split(".")[0]
    start = f'  File "{fn.__code__.co_filename}", line '
    line = None
    for row in text.splitlines():
        if row.startswith(start):
            line = int(row[len(start) :].split(",")[0])
    return name, line
