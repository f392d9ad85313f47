"""What is made under inference_mode is an inference tensor for good: the first backward that needs it raises."""

import torch
from reference import *  # noqa: F403

FAILS = ["test_predict_is_usable"]


def predict(model, loader):
    with evaluating(model), torch.inference_mode():  # noqa: F405
        return torch.cat([model(x) for x in loader])
