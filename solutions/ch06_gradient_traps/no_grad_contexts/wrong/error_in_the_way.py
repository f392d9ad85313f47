"""Without try and finally, an exception inside the block skips the lines after yield: the model stays in eval mode."""

from contextlib import contextmanager

import torch
from reference import *  # noqa: F403

FAILS = ["test_evaluating", "test_predict_leaves_no_traces"]


@contextmanager
def evaluating(model):
    modes = [(m, m.training) for m in model.modules()]
    model.eval()
    yield
    for module, training in modes:
        module.training = training


def predict(model, loader):
    with evaluating(model), torch.no_grad():
        return torch.cat([model(x) for x in loader])
