"""no_grad stops autograd; it does not switch dropout and batch norm. Half of the units are still dropped."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_predict_values", "test_predict_is_usable", "test_predict_leaves_no_traces"]


def predict(model, loader):
    with torch.no_grad():
        return torch.cat([model(x) for x in loader])
