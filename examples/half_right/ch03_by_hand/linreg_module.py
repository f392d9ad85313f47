"""Linear regression as an nn.Module with its own parameters, trained by an optimizer."""

import torch
from torch import Tensor, nn


class Linear(nn.Module):
    """y = x @ weight.T + bias"""

    def __init__(self, in_features: int, out_features: int, bias: bool = True) -> None:
        super().__init__()
        bound = in_features**-0.5
        self.weight = nn.Parameter(torch.empty(out_features, in_features).uniform_(-bound, bound))
        if bias:
            self.bias = nn.Parameter(torch.empty(out_features).uniform_(-bound, bound))
        else:
            self.register_parameter("bias", None)

    def forward(self, x: Tensor) -> Tensor:
        out = x @ self.weight.T
        return out if self.bias is None else out + self.bias


def fit(model: nn.Module, X: Tensor, y: Tensor, lr: float, steps: int) -> list[float]:
    """Train any model that maps (N, D) to (N, 1), in place."""
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    history = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = ((model(X) - y) ** 2).mean()
        loss.backward()
        optimizer.step()
        history.append(loss.item())
    return history
