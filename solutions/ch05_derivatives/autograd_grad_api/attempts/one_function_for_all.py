"""Right: everything goes through one function that takes a matrix of weights, one row for each gradient."""

import torch
from torch import Tensor, nn


class Rows:
    """Gradients of rows @ losses with respect to params."""

    def __init__(self, losses: Tensor, params) -> None:
        self.losses = losses
        self.params = list(params)

    def __call__(self, rows: Tensor) -> list[Tensor]:
        for p in self.params:
            if p.requires_grad is not True:
                raise RuntimeError("a parameter does not require grad: " + str(tuple(p.shape)))
        if len(self.params) == 0:
            return []
        answers = torch.autograd.grad(
            self.losses, self.params, grad_outputs=rows, is_grads_batched=True, allow_unused=True
        )
        out = []
        for i in range(len(self.params)):
            if answers[i] is not None:
                out.append(answers[i])
            else:
                out.append(torch.zeros((rows.shape[0], *self.params[i].shape), dtype=self.params[i].dtype))
        return out


def grads_or_zero(loss: Tensor, params) -> list[Tensor]:
    if loss.numel() != 1:
        raise RuntimeError("loss must have one element")
    if not loss.requires_grad:
        raise RuntimeError("loss has no graph")
    flat = loss.reshape(1)
    return [g[0] for g in Rows(flat, params)(torch.ones(1, 1, dtype=loss.dtype))]


def grads_of_weighted(losses, weights, params) -> list[Tensor]:
    stacked = torch.stack([loss.reshape(()) for loss in losses])
    for p in params:
        if not p.requires_grad:
            raise RuntimeError("a parameter does not require grad")
    if not stacked.requires_grad:
        return [torch.zeros_like(p).detach() for p in params]
    row = torch.tensor([weights], dtype=stacked.dtype)
    return [g.squeeze(0) for g in Rows(stacked, params)(row)]


def grads_per_loss(losses: Tensor, params) -> list[Tensor]:
    rows = torch.zeros(len(losses), len(losses), dtype=losses.dtype)
    rows.fill_diagonal_(1.0)
    return Rows(losses, params)(rows)


def per_sample_grads(model: nn.Module, loss_fn, X: Tensor, y: Tensor) -> dict[str, Tensor]:
    trained = [(name, p) for name, p in model.named_parameters() if p.requires_grad]
    losses = loss_fn(model(X), y)
    values = grads_per_loss(losses, [p for _, p in trained])
    answer = {}
    for (name, _), value in zip(trained, values):
        answer[name] = value
    return answer
