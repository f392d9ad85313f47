"""Linear regression as an nn.Module with its own parameters, trained by an optimizer."""

import math

import torch
from torch import Tensor, nn


class Linear(nn.Module):
    def __init__(self, in_features: int, out_features: int, bias: bool = True) -> None:
        super().__init__()
        bound = 1 / math.sqrt(in_features)
        self.weight = nn.Parameter(torch.empty(out_features, in_features).uniform_(-bound, bound))
        # None is registered too: the name is then a parameter's for good, and state_dict leaves it out.
        self.register_parameter(
            "bias", nn.Parameter(torch.empty(out_features).uniform_(-bound, bound)) if bias else None
        )

    def forward(self, x: Tensor) -> Tensor:
        y = x @ self.weight.T
        return y if self.bias is None else y + self.bias


def fit(model: nn.Module, X: Tensor, y: Tensor, lr: float, steps: int) -> list[float]:
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    history = []
    for _ in range(steps):
        loss = (model(X).squeeze(-1) - y).square().mean()
        history.append(loss.item())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return history
