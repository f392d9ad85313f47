"""You converted float64 only: integers, booleans and half precision are to become float32 too."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_example_to_float32", "test_to_float32_values"]


def to_float32(t):
    return t.float() if t.dtype is torch.float64 else t
