"""Right: nn.init, einsum, mse_loss against a column of targets."""

import torch
import torch.nn.functional as F
from torch import nn


class Linear(nn.Module):
    def __init__(self, in_features, out_features, bias=True):
        super().__init__()
        bound = in_features**-0.5
        self.register_parameter("weight", nn.Parameter(torch.zeros(out_features, in_features)))
        self.register_parameter("bias", nn.Parameter(torch.zeros(out_features)) if bias else None)
        for p in self.parameters():
            nn.init.uniform_(p, -bound, bound)

    def forward(self, x):
        out = torch.einsum("...i,oi->...o", x, self.weight)
        if self.bias is not None:
            out = out + self.bias
        return out


def fit(model, X, y, lr, steps):
    target = y.unsqueeze(-1)
    sgd = torch.optim.SGD(params=list(model.parameters()), lr=lr)
    losses = []
    for _ in range(steps):
        loss = F.mse_loss(model(X), target)
        losses.append(float(loss.detach()))
        model.zero_grad()
        loss.backward()
        sgd.step()
    return losses
