"""A child without parameters is no layer, and a parameter of the model itself is in none of its children."""

from reference import *  # noqa: F403

FAILS = ["test_example_groups", "test_layers", "test_groups_train"]


def layerwise_groups(model, base_lr, decay):
    children = list(model.named_children())
    return [
        {"name": name, "params": list(child.parameters()), "lr": base_lr * decay ** (len(children) - 1 - at)}
        for at, (name, child) in enumerate(children)
    ]
