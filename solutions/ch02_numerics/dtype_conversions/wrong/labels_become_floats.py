"""You turned everything into float32: integers are labels or indices, and an index must stay an integer."""

import numpy as np
import torch
from reference import *  # noqa: F403

FAILS = ["test_input_dtypes"]


def as_model_input(data):
    return torch.from_numpy(np.asarray(data, dtype=np.float32))
