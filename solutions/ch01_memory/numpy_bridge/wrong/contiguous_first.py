"""`np.ascontiguousarray` copies every array that is not contiguous; torch can share transposed and sliced ones too."""

import numpy as np
import torch
from reference import *  # noqa: F403

FAILS = ["test_as_shared_layouts"]


def as_shared(a):
    if not a.flags.writeable:
        a = a.copy()
    return torch.from_numpy(np.ascontiguousarray(a, dtype=a.dtype.newbyteorder("=")).reshape(a.shape))
