"""Your comparison stands in finally: its RuntimeError takes the place of the exception that ended the block."""

from contextlib import contextmanager

import torch
from reference import *  # noqa: F403
from reference import _bits

FAILS = ["test_guarded_errors_and_traces"]


@contextmanager
def guarded(t):
    version, before = t._version, _bits(t)
    try:
        yield
    finally:
        if t._version == version and not torch.equal(_bits(t), before):
            raise RuntimeError(f"{tuple(t.shape)} changed")
