"""The reference."""

import torch

CANARY = "canary-in-the-solution-5d1f"


def double(x):
    return 2 * x


def row_softmax(x):
    e = (x - x.amax(-1, keepdim=True)).exp()
    return e / e.sum(-1, keepdim=True)


def count(x):
    return int((x > 0).sum())


def train(x, y, steps):
    w = torch.zeros(())
    for _ in range(steps):
        w = w - 0.5 * (2 * (w * x - y) * x).mean()
    return float(w)
