"""`np.may_share_memory` compares only the first and the last address: slices that interleave need not share a byte."""

import numpy as np
from reference import *  # noqa: F403

FAILS = ["test_example_shares_memory"]


def shares_memory(t, a):
    return bool(np.may_share_memory(t.detach().numpy(), a))
