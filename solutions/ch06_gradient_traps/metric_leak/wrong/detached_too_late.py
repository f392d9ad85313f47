"""You detach what the model gives; the graph of each batch was built all the same. Switch autograd off around the call."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_collect_records_nothing"]


def collect_predictions(model, loader):
    return torch.cat([model(x).detach() for x in loader]).numpy()
