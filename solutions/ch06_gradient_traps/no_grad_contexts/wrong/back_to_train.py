"""You end with model.train(): parts that were frozen in eval mode train again. Give each part the mode that it had."""

from contextlib import contextmanager

import torch
from reference import *  # noqa: F403

FAILS = ["test_example_evaluating", "test_evaluating", "test_evaluating_entered_later", "test_predict_leaves_no_traces"]


@contextmanager
def evaluating(model):
    training = model.training
    model.eval()
    try:
        yield
    finally:
        model.train(training)


def predict(model, loader):
    with evaluating(model), torch.no_grad():
        return torch.cat([model(x) for x in loader])
