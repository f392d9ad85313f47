"""A small network with batch norms, and what freezing does to it."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn

Freeze = Callable[..., None]


class Net(nn.Module):
    """A stem, a body with batch norms of one and two dimensions, a head."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Conv2d(1, 2, 1)
        self.body = nn.Sequential(
            nn.Conv2d(2, 2, 1), nn.BatchNorm2d(2), nn.Flatten(), nn.Linear(8, 3), nn.Sequential(nn.BatchNorm1d(3))
        )
        self.head = nn.Linear(3, 1)

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.body(self.stem(x)))


def net(seed: int) -> Net:
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model = Net().double()
        for part in model.modules():
            if isinstance(part, nn.BatchNorm1d | nn.BatchNorm2d):
                part.running_mean.normal_()
                part.running_var.uniform_(0.5, 2.0)
    return model


def names_left(freeze: Freeze, trainable: Callable[[nn.Module], list[str]], parts: list[str]) -> list[str]:
    """What is trainable when some parts are frozen."""
    model = net(0)
    for part in parts:
        freeze(model.get_submodule(part))
    return trainable(model)


def flags(freeze: Freeze, part: str) -> dict[str, bool]:
    """Which parameters require grad when a part is frozen."""
    model = net(0)
    freeze(model.get_submodule(part))
    return {name: p.requires_grad for name, p in model.named_parameters()}


def moved_by_optimizer(freeze: Freeze, seed: int, x: Tensor) -> list[str]:
    """The parameters that an optimizer step moves when gradients of before are around and the body is frozen."""
    model = net(seed)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, weight_decay=0.1)
    model(x).square().sum().backward()
    freeze(model.body)
    before = {name: p.detach().clone() for name, p in model.named_parameters()}
    optimizer.step()
    return [name for name, p in model.named_parameters() if not torch.equal(p, before[name])]


def training(freeze: Freeze, seed: int, x: Tensor, bn_eval: bool | None) -> dict[str, Any]:
    """Outputs and statistics when the body is frozen, and the model then put into train mode and run, twice.

    bn_eval: None leaves it at its default
    """
    model = net(seed)
    before = {name: t.clone() for name, t in model.named_buffers()}
    right = model.eval()(x).detach()
    model.train()
    freeze(model.body, **({} if bn_eval is None else {"bn_eval": bn_eval}))
    modes_at_once = [m.training for m in model.modules() if isinstance(m, nn.BatchNorm1d | nn.BatchNorm2d)]
    outputs = []
    for _ in range(2):
        model.train()
        outputs.append(model(x).detach())
    return {
        "eval output": right,
        "outputs": outputs,
        "moved": [name for name, t in model.named_buffers() if not torch.equal(t, before[name])],
        "batch norms in train mode after freeze": sum(modes_at_once),
        "model in train mode": model.training and model.head.training and model.body[0].training,
    }


def gradients_around(freeze: Freeze, seed: int, x: Tensor) -> list[str]:
    """The parameters that get a gradient when the body in the middle is frozen."""
    model = net(seed)
    freeze(model.body)
    model(x).square().sum().backward()
    return [name for name, p in model.named_parameters() if p.grad is not None]
