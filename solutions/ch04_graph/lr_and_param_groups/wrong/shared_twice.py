"""Two layers share a parameter and you list it in both groups; no optimizer takes it twice. named_parameters() has it once."""

from reference import *  # noqa: F403

FAILS = ["test_shared_parameter"]


def layerwise_groups(model, base_lr, decay):
    layers = {}
    for name, p in model.named_parameters(remove_duplicate=False):
        if p.requires_grad:
            layers.setdefault(name.partition(".")[0], []).append(p)
    return [
        {"name": name, "params": params, "lr": base_lr * decay ** (len(layers) - 1 - at)}
        for at, (name, params) in enumerate(layers.items())
    ]
