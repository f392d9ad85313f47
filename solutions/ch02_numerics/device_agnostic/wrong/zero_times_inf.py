"""0 times -inf is NaN: fill the places that are ahead with -inf instead of multiplying a mask by it."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_example_causal_bias"]


def causal_bias(scores):
    return torch.ones_like(scores).triu(1) * -torch.inf
