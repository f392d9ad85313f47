"""You compute through NumPy: right values, and no way back for the gradient."""

import torch
from reference import *  # noqa: F403
from reference import upsample as right

FAILS = ["test_argmax_gradient", "test_upsample_gradients[nearest]", "test_upsample_gradients[bilinear]"]


def hard_argmax_st(logits):
    return torch.nn.functional.one_hot(logits.argmax(-1), logits.shape[-1]).to(logits)


def upsample(x, scale, mode):
    return torch.from_numpy(right(x.detach(), scale, mode).numpy())
