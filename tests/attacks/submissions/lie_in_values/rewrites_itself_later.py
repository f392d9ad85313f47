"""Return a view of something that is changed after it was returned."""
import threading
import time

import torch

_last = torch.zeros(4)


def double(x):
    out = x.detach().clone()

    def later():
        time.sleep(0.001)
        out.mul_(2)

    threading.Thread(target=later, daemon=True).start()
    raise NotImplementedError


row_softmax = count = train = double
