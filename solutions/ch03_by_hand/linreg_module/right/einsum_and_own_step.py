"""Another way: einsum for the product, nn.init for the start, mse_loss on a column of targets, an update by hand."""

import torch
from torch import nn


class Linear(nn.Module):
    def __init__(self, in_features, out_features, bias=True):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(out_features, in_features))
        nn.init.kaiming_uniform_(self.weight, a=5**0.5)
        if bias:
            self.bias = nn.Parameter((torch.rand(out_features) * 2 - 1) / in_features**0.5)
        else:
            self.register_parameter("bias", None)

    def forward(self, x):
        out = torch.einsum("...i,oi->...o", x, self.weight)
        if self.bias is not None:
            out = out + self.bias
        return out


def fit(model, X, y, lr, steps):
    history = []
    for _ in range(steps):
        loss = nn.functional.mse_loss(model(X), y[:, None])
        grads = torch.autograd.grad(loss, list(model.parameters()))
        with torch.no_grad():
            for p, grad in zip(model.parameters(), grads):
                p.sub_(grad, alpha=lr)
        history.append(loss.item())
    return history
