"""What you remember shares its memory with t: it changes with it, and the comparison finds nothing. Make a copy."""

from contextlib import contextmanager

import torch
from reference import *  # noqa: F403

FAILS = ["test_example_guarded"]


@contextmanager
def guarded(t):
    version, before = t._version, t.detach()
    yield
    if t._version == version and not torch.equal(t.detach(), before):
        raise RuntimeError(f"{tuple(t.shape)} changed")
