"""0 times -inf is NaN: pick the target's logit with `gather` instead of multiplying by a one-hot matrix."""

from reference import *  # noqa: F403
from torch.nn import functional as F

FAILS = ["test_cross_entropy_of_ruled_out_classes"]


def stable_cross_entropy(logits, target):
    one_hot = F.one_hot(target, logits.shape[1]).to(logits.dtype)
    return (logits.logsumexp(1) - (logits * one_hot).sum(1)).mean()
