"""The forbidden call with dispatch modes popped first."""
import torch


def double(x):
    raise NotImplementedError


def row_softmax(x):
    from torch.utils import _python_dispatch as modes

    try:
        with modes._disable_current_modes():
            return torch.softmax(x, -1)
    except AttributeError:
        with torch._C._DisableTorchDispatch():
            return torch.softmax(x, -1)


count = train = double
