"""You put the model into eval mode and leave it there; here the mode is the caller's business."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_collect_leaves_the_mode"]


@torch.no_grad()
def collect_predictions(model, loader):
    model.eval()
    return torch.cat([model(x) for x in loader]).numpy()
