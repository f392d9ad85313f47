"""You slow the layers down towards the end; it is the last one that gets base_lr, and the first that is slowest."""

from reference import *  # noqa: F403
from reference import layerwise_groups as right

FAILS = ["test_example_groups", "test_layers", "test_groups_train"]


def layerwise_groups(model, base_lr, decay):
    groups = right(model, base_lr, decay)
    for depth, group in enumerate(groups):
        group["lr"] = base_lr * decay**depth
    return groups
