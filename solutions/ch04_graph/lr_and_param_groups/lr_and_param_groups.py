"""Learning rates layer by layer, changed while training goes on, and a head that joins later."""

from typing import Any

from torch import nn
from torch.optim import Optimizer


def layerwise_groups(model: nn.Module, base_lr: float, decay: float) -> list[dict[str, Any]]:
    """A parameter group for each layer, in the model's order: {"name": str, "params": list, "lr": float}.

    The last layer has base_lr, each layer before it decay times the rate of its successor.
    """
    layers: dict[str, list[nn.Parameter]] = {}
    for name, parameter in model.named_parameters():  # has each parameter once, where it is met first
        if parameter.requires_grad:
            layers.setdefault(name.partition(".")[0], []).append(parameter)
    rates = [base_lr * decay**depth for depth in reversed(range(len(layers)))]
    return [{"name": name, "params": layers[name], "lr": lr} for name, lr in zip(layers, rates)]


def set_lr(opt: Optimizer, lr_by_group: dict[str, float]) -> None:
    """Give the groups with these names new learning rates, from the next step on; the optimizer's state stays.

    Raises KeyError, and changes nothing, where no group has one of the names.
    """
    unknown = lr_by_group.keys() - {group.get("name") for group in opt.param_groups}
    if unknown:
        raise KeyError(f"no parameter group is called {', '.join(unknown)}")
    for group in opt.param_groups:
        group["lr"] = lr_by_group.get(group.get("name"), group["lr"])


def add_head(opt: Optimizer, head: nn.Module, lr: float, name: str) -> None:
    """Add a group with the parameters of head that require grad and that the optimizer does not have yet."""
    known = {id(parameter) for group in opt.param_groups for parameter in group["params"]}
    new = [parameter for parameter in head.parameters() if parameter.requires_grad and id(parameter) not in known]
    opt.add_param_group({"name": name, "params": new, "lr": lr})
