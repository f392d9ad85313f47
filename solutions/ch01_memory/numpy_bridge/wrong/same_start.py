"""You compared where the two begin: slices that overlap begin at different addresses, and an empty one begins somewhere too."""

from reference import *  # noqa: F403

FAILS = ["test_shared[overlap]", "test_shared[crossing]", "test_shared[reverse]", "test_not_shared"]


def shares_memory(t, a):
    if t.numel() == 0:
        return True
    return t.data_ptr() == a.ctypes.data
