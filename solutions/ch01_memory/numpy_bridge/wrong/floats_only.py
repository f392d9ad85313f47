"""You turned every array into floating point: only float64 is shared then, and text raises ValueError. Keep the dtype."""

import numpy as np
import reference
from reference import *  # noqa: F403

FAILS = ["test_as_shared_dtypes", "test_as_shared_refuses", "test_as_shared_copies_where_it_must"]


def as_shared(a):
    if a.dtype.kind == "f" and a.dtype.itemsize == 8:
        return reference.as_shared(a)
    return reference.as_shared(a.astype(np.float64))
