"""Leave a dispatch mode on for ever."""
import torch
from torch.utils._python_dispatch import TorchDispatchMode


class Mode(TorchDispatchMode):
    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        return torch.zeros(3)


Mode().__enter__()


def double(x):
    return 3 * x


row_softmax = count = double


def train(x, y, steps):
    return 1.0
