"""Learning rates layer by layer, changed while training goes on, and a head that joins later."""

from typing import Any

from torch import nn
from torch.optim import Optimizer


def layerwise_groups(model: nn.Module, base_lr: float, decay: float) -> list[dict[str, Any]]:
    """A parameter group for each layer, in the model's order: {"name": str, "params": list, "lr": float}.

    The last layer has base_lr, each layer before it decay times the rate of its successor.
    """
    raise NotImplementedError


def set_lr(opt: Optimizer, lr_by_group: dict[str, float]) -> None:
    """Give the groups with these names new learning rates, from the next step on; the optimizer's state stays.

    Raises KeyError, and changes nothing, where no group has one of the names.
    """
    raise NotImplementedError


def add_head(opt: Optimizer, head: nn.Module, lr: float, name: str) -> None:
    """Add a group with the parameters of head that require grad and that the optimizer does not have yet."""
    raise NotImplementedError
