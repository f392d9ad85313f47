"""You take the gradient of the mean loss: one for the whole batch. The exercise asks for each sample's own gradient."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_example_of_samples", "test_samples"]


def per_sample_grads(model, loss_fn, X, y):
    params = {name: p for name, p in model.named_parameters() if p.requires_grad}
    loss = loss_fn(model(X), y).mean()
    grads = torch.autograd.grad(loss, list(params.values()), materialize_grads=True)
    return {name: grad.detach().expand(len(X), *grad.shape) for name, grad in zip(params, grads)}
