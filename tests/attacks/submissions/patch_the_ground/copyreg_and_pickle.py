"""Register reducers for everything that is sent."""
import copyreg
import os

import torch


class Boom:
    def __reduce__(self):
        return os.system, ("echo canary",)


copyreg.pickle(torch.Tensor, lambda tensor: (os.system, ("true",)))


def double(x):
    return Boom()


row_softmax = count = train = double
