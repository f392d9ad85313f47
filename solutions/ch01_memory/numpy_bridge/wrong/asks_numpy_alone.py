"""`np.shares_memory` is the right question, but the tensor must become an array first: one that requires grad or is bfloat16 refuses."""

import numpy as np
from reference import *  # noqa: F403

FAILS = ["test_shared[bfloat16]", "test_shared[parameter]", "test_not_shared"]


def shares_memory(t, a):
    return bool(np.shares_memory(t.numpy(), a))
