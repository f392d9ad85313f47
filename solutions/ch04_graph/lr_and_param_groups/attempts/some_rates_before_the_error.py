"""Wrong: set_lr goes name by name, so some rates have changed when it comes to one that does not exist."""

from typing import Any

from torch import nn
from torch.optim import Optimizer


def layerwise_groups(model: nn.Module, base_lr: float, decay: float) -> list[dict[str, Any]]:
    layers: dict[str, list[nn.Parameter]] = {}
    for name, p in model.named_parameters():
        if p.requires_grad:
            layers.setdefault(name.split(".")[0], []).append(p)
    n = len(layers)
    return [
        {"name": name, "params": params, "lr": base_lr * decay ** (n - 1 - i)}
        for i, (name, params) in enumerate(layers.items())
    ]


def set_lr(opt: Optimizer, lr_by_group: dict[str, float]) -> None:
    for name, lr in lr_by_group.items():
        groups = [group for group in opt.param_groups if group.get("name") == name]
        if not groups:
            raise KeyError(name)
        for group in groups:
            group["lr"] = lr


def add_head(opt: Optimizer, head: nn.Module, lr: float, name: str) -> None:
    known = {id(p) for group in opt.param_groups for p in group["params"]}
    params = [p for p in head.parameters() if p.requires_grad and id(p) not in known]
    opt.add_param_group({"params": params, "lr": lr, "name": name})
