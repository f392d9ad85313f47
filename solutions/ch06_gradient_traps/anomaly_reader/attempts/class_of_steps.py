"""Right: a class that runs, listens and parses in separate steps, from the innermost frame outwards."""

import re
import sys
import warnings

import torch


class Locator:
    def __init__(self, fn):
        self.fn = fn
        self.file = fn.__code__.co_filename
        self.heard = []
        self.error = None

    def run(self):
        guard = torch.autograd.set_detect_anomaly(mode=True, check_nan=True)
        with guard:
            loss = self.fn()
            with warnings.catch_warnings(record=True, action="always") as heard:
                try:
                    torch.autograd.backward([loss])
                except Exception:
                    self.error = sys.exc_info()[1]
            self.heard = [str(w.message) for w in heard]
        return self

    def report(self):
        if self.error is None:
            return None
        for text in self.heard:
            if "Traceback of forward call that caused the error" in text and text.startswith("Error detected in"):
                name = text.split()[3].rstrip(".")
                frames = re.compile(r'^\s*File "([^"]*)", line ([0-9]+)', re.MULTILINE).findall(text)
                for file, number in reversed(frames):
                    if file == self.file:
                        return (name, int(number))
        raise self.error


def locate(fn):
    return Locator(fn).run().report()
