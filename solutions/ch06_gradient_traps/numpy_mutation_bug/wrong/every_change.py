"""You complain about every change; add_ and its like are honest: the version tells autograd of them."""

from contextlib import contextmanager

import torch
from reference import *  # noqa: F403
from reference import _bits

FAILS = ["test_example_guarded", "test_guarded_honest_writes"]


@contextmanager
def guarded(t):
    before = _bits(t)
    yield
    if not torch.equal(_bits(t), before):
        raise RuntimeError(f"{tuple(t.shape)} changed")
