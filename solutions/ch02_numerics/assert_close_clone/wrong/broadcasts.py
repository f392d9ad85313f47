"""You subtracted before you compared the shapes: (8, 1) and (8,) broadcast to (8, 8), and equal numbers pass."""

import reference
import torch
from reference import *  # noqa: F403

FAILS = ["test_example", "test_shape"]


def tensors_match(a, b, **options):
    try:
        shape = torch.broadcast_shapes(a.shape, b.shape)
    except RuntimeError as error:
        raise AssertionError(str(error)) from None
    if a.shape != b.shape:
        a, b = a.expand(shape), b.expand(shape)
    reference.tensors_match(a, b, **options)
