"""You work along dimension 1; it should be the last one, of however many there are."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_example_argmax", "test_argmax_values", "test_argmax_gradient"]


def hard_argmax_st(logits):
    soft = logits.softmax(1)
    hard = torch.zeros_like(soft).scatter_(1, soft.argmax(1, keepdim=True), 1.0)
    return hard + (soft - soft.detach())
