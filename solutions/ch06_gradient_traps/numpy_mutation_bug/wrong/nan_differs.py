"""NaN is not equal to itself, so a tensor with a NaN always looks changed. Compare the bits."""

from contextlib import contextmanager

import torch
from reference import *  # noqa: F403

FAILS = ["test_guarded_silent_writes", "test_guarded_reads"]


@contextmanager
def guarded(t):
    version, before = t._version, t.detach().clone()
    yield
    if t._version == version and not torch.equal(t.detach(), before):
        raise RuntimeError(f"{tuple(t.shape)} changed")
