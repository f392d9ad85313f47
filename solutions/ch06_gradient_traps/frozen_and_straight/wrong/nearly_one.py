"""1 + soft - soft is 1 only up to rounding; subtract first, soft - soft.detach() is exactly 0, and then add."""

import torch.nn.functional as F
from reference import *  # noqa: F403

FAILS = ["test_argmax_values"]


def hard_argmax_st(logits):
    soft = logits.softmax(-1)
    hard = F.one_hot(logits.argmax(-1), logits.shape[-1])
    return hard + soft - soft.detach()
