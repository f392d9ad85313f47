"""Wrong: `p not in list` compares tensors entry by entry, which raises for most parameters."""

from typing import Any

from torch import nn
from torch.optim import Optimizer


def layerwise_groups(model: nn.Module, base_lr: float, decay: float) -> list[dict[str, Any]]:
    layers: dict[str, list[nn.Parameter]] = {}
    for name, p in model.named_parameters():
        if p.requires_grad:
            layers.setdefault(name.split(".")[0], []).append(p)
    groups = []
    lr = base_lr
    for name, params in reversed(layers.items()):
        groups.insert(0, {"name": name, "params": params, "lr": lr})
        lr *= decay
    return groups


def set_lr(opt: Optimizer, lr_by_group: dict[str, float]) -> None:
    names = [group.get("name") for group in opt.param_groups]
    for name in lr_by_group:
        if name not in names:
            raise KeyError(name)
    for group in opt.param_groups:
        group["lr"] = lr_by_group.get(group.get("name"), group["lr"])


def add_head(opt: Optimizer, head: nn.Module, lr: float, name: str) -> None:
    known = [p for group in opt.param_groups for p in group["params"]]
    new = [p for p in head.parameters() if p.requires_grad and p not in known]
    opt.add_param_group({"params": new, "lr": lr, "name": name})
