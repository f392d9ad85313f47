"""You lead the gradient past the softmax as well; it should be softmax's gradient, not the identity's."""

import torch.nn.functional as F
from reference import *  # noqa: F403

FAILS = ["test_argmax_gradient"]


def hard_argmax_st(logits):
    hard = F.one_hot(logits.argmax(-1), logits.shape[-1])
    return hard + (logits - logits.detach())
