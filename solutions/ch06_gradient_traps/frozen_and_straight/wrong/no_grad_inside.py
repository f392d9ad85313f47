"""You run the frozen module under no_grad: what comes before it gets no gradient either. requires_grad is enough."""

import torch
from reference import *  # noqa: F403
from reference import freeze as right

FAILS = ["test_gradients_pass_through"]


def freeze(module, bn_eval=True):
    right(module, bn_eval)
    forward = module.forward
    module.forward = torch.no_grad()(forward)
