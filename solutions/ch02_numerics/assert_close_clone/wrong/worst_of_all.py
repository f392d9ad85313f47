"""You looked for the largest difference among all elements: a large number may differ by more and still match. Look among those that do not match."""

import reference
import torch
from reference import *  # noqa: F403

FAILS = ["test_message"]


def tensors_match(a, b, **options):
    try:
        reference.tensors_match(a, b, **options)
    except AssertionError:
        if a.shape != b.shape or a.dtype != b.dtype or a.device != b.device or a.numel() == 0:
            raise
        worst = (a.detach().double() - b.detach().double()).abs().argmax()
        where = tuple(int(i) for i in torch.unravel_index(worst, a.shape))
        count = int((a != b).sum())
        raise AssertionError(f"{count} of {a.numel()} elements differ, the worst at {where}") from None
