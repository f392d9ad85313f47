"""Right: new memory by empty_like and stack, a class that keeps the best values in buffers which are written over."""

import math

import torch


def snapshot(t):
    new = torch.empty_like(t.detach())
    new.copy_(t.detach())
    return new


def stop_gradient(t):
    cut = t.detach()
    assert cut.requires_grad is False
    return cut


def copy_with_grad(t):
    together = torch.stack([t, t])
    return together[0].clone()


def fresh_leaf(t):
    leaf = snapshot(t)
    leaf.requires_grad = True
    return leaf


class Best:
    def __init__(self, params):
        self.params = params
        self.values = [snapshot(p) for p in params]
        self.loss = float("nan")

    def offer(self, loss):
        better = math.isnan(self.loss) or loss < self.loss
        if better and not math.isnan(loss):
            self.loss = loss
            for value, p in zip(self.values, self.params):
                value.copy_(p.detach())


def keep_best(params, step, steps=1):
    best = Best(params)
    done = 0
    while done < steps:
        best.offer(step())
        done = done + 1
    return best.values
