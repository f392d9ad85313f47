"""The normaliser depends on the logits too: without its gradient the softmax is missing from the slope. Only the shift may be detached."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_cross_entropy_gradients", "test_cross_entropy_of_ruled_out_classes"]


def stable_cross_entropy(logits, target):
    with torch.no_grad():
        normalizer = logits.logsumexp(1)
    return (normalizer - logits.gather(1, target[:, None])[:, 0]).mean()
