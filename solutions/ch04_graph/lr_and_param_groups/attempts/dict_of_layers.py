"""Right: a dict from layers to parameters, and the rates by powers of decay."""

from typing import Any

from torch import nn
from torch.optim import Optimizer


def layerwise_groups(model: nn.Module, base_lr: float, decay: float) -> list[dict[str, Any]]:
    layers: dict[str, list[nn.Parameter]] = {}
    for name, p in model.named_parameters():
        if p.requires_grad:
            layers.setdefault(name.split(".")[0], []).append(p)
    last = len(layers) - 1
    return [
        {"name": layer, "params": params, "lr": base_lr * decay ** (last - i)}
        for i, (layer, params) in enumerate(layers.items())
    ]


def set_lr(opt: Optimizer, lr_by_group: dict[str, float]) -> None:
    known = {group["name"] for group in opt.param_groups if "name" in group}
    for name in lr_by_group:
        if name not in known:
            raise KeyError(name)
    for group in opt.param_groups:
        if "name" in group and group["name"] in lr_by_group:
            group["lr"] = lr_by_group[group["name"]]


def add_head(opt: Optimizer, head: nn.Module, lr: float, name: str) -> None:
    known = {id(p) for group in opt.param_groups for p in group["params"]}
    params = [p for p in head.parameters() if p.requires_grad and id(p) not in known]
    opt.add_param_group({"params": params, "lr": lr, "name": name})
