"""Your batch norms are in eval mode until somebody calls model.train(), which every training loop does. Make it last."""

from reference import *  # noqa: F403
from torch import nn

FAILS = ["test_freeze_statistics"]


def freeze(module, bn_eval=True):
    for p in module.parameters():
        p.requires_grad, p.grad = False, None
    for part in module.modules():
        if bn_eval and isinstance(part, nn.BatchNorm1d | nn.BatchNorm2d):
            part.eval()
