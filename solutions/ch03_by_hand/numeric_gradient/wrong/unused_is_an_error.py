"""An input that is not used has no gradient (None), and a constant has no graph: both mean zero. Use allow_unused, and look at requires_grad."""

import reference
import torch
from reference import *  # noqa: F403

FAILS = ["test_accepts_unusual_functions"]


def my_gradcheck(f, inputs, eps=1e-6, atol=1e-5, rtol=1e-3):
    checked = [x for x in inputs if x.requires_grad]
    if checked and checked[0].dtype == torch.float64:
        torch.autograd.grad(f(*inputs).sum(), checked)
    return reference.my_gradcheck(f, inputs, eps, atol, rtol)
