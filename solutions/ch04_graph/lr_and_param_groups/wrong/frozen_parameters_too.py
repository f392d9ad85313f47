"""Frozen parameters are in your groups: they count as layers, and weight decay would still move one that has a gradient."""

from reference import *  # noqa: F403

FAILS = ["test_frozen_parameters", "test_add_head_takes_what_is_new"]


def layerwise_groups(model, base_lr, decay):
    layers = {}
    for name, p in model.named_parameters():
        layers.setdefault(name.partition(".")[0], []).append(p)
    return [
        {"name": name, "params": params, "lr": base_lr * decay ** (len(layers) - 1 - at)}
        for at, (name, params) in enumerate(layers.items())
    ]


def add_head(opt, head, lr, name):
    known = {p for group in opt.param_groups for p in group["params"]}
    opt.add_param_group({"name": name, "params": [p for p in head.parameters() if p not in known], "lr": lr})
