"""Right: one output at a time, random numbers stretched from [0, 1), a closure for the optimizer."""

import torch
from torch import nn


class Linear(nn.Module):
    def __init__(self, in_features, out_features, bias=True):
        nn.Module.__init__(self)
        self.sizes = (in_features, out_features)
        weight, b = self.start()
        self.weight = nn.Parameter(weight)
        self.bias = nn.Parameter(b)
        if not bias:
            self.bias = None  # the name is registered already and stays so

    def start(self):
        i, o = self.sizes
        k = (1 / i) ** 0.5
        return (2 * torch.rand(o, i) - 1) * k, (2 * torch.rand(o) - 1) * k

    def forward(self, x):
        outputs = []
        for o in range(self.weight.size(0)):
            value = (x * self.weight[o]).sum(dim=-1)
            if self.bias is not None:
                value = value + self.bias[o]
            outputs.append(value)
        return torch.stack(outputs, dim=-1)


def fit(model, X, y, lr, steps):
    history = []
    N = y.numel()

    def closure():
        for p in model.parameters():
            p.grad = None
        prediction = model(X)[:, 0]
        loss = torch.sum((prediction - y).pow(2)) / N
        loss.backward()
        return loss

    for step in range(steps):
        optimizer = torch.optim.SGD(model.parameters(), lr=lr, momentum=0.0)
        history.append(optimizer.step(closure).item())
    return history
