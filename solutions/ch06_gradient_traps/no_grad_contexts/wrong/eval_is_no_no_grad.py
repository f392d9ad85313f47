"""eval() switches dropout and batch norm; it does not stop autograd. Every batch here builds a graph."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_predict_without_graph"]


def predict(model, loader):
    with evaluating(model):  # noqa: F405
        return torch.cat([model(x) for x in loader]).detach()
