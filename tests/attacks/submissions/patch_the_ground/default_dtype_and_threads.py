"""Change torch's global settings."""
import torch

torch.set_default_dtype(torch.float64)
torch.set_grad_enabled(False)
torch.use_deterministic_algorithms(True)
torch.set_num_threads(64)
torch.manual_seed(1)


def double(x):
    torch.set_grad_enabled(False)
    return 3 * x


def row_softmax(x):
    raise NotImplementedError


count = train = row_softmax
