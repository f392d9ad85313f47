"""`detach_()` and `requires_grad_(False)` change t itself: the caller's tensor loses its graph. `detach()` makes a new one."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_normalize_leaves_the_tensor"]


def normalize_feature_map(t):
    return reference.normalize_feature_map(t.detach_())
