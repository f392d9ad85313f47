"""Right: torch.where for every branch, one-hot selection, and a class that watches the modules as a context manager."""

import copy

import torch
from torch import nn


def stable_bce_with_logits(x, y):
    positive = x >= 0
    zero = torch.zeros_like(x)
    size = torch.where(positive, x, -x)  # |x| with slope 1 at 0
    upper = torch.where(positive, x, zero)
    each = upper - x * y + torch.log1p(torch.exp(-size))
    return each.sum() / each.numel()


def stable_cross_entropy(logits, target):
    classes = torch.arange(logits.size(1), device=logits.device).unsqueeze(0)
    chosen = classes == target.unsqueeze(1)
    target_logit = torch.where(chosen, logits, torch.zeros_like(logits)).sum(1, keepdim=True)
    losses = torch.logsumexp(logits - target_logit, 1)
    return losses.mean()


class Watch:
    def __init__(self, module):
        self.module = module
        self.answer = None
        self.handles = []
        self.tensors = {}
        self.dicts = []

    def check(self, output):
        if isinstance(output, torch.Tensor):
            return not bool((output - output == 0).all()) if output.dtype != torch.bool else False
        if isinstance(output, dict):
            output = list(output.values())
        if not isinstance(output, (list, tuple)):
            return False
        for o in output:
            if self.check(o):
                return True
        return False

    def __enter__(self):
        for name, m in self.module.named_modules():
            self.dicts.append((m, dict(m._buffers)))
            for b in m._buffers.values():
                if b is not None:
                    self.tensors[id(b)] = (b, copy.deepcopy(b.detach()))

            def hook(m, args, output, name=name):
                if self.answer is None and self.check(output):
                    self.answer = name

            self.handles.append(m.register_forward_hook(hook))
        return self

    def __exit__(self, *error):
        while self.handles:
            self.handles.pop().remove()
        for b, old in self.tensors.values():
            b.detach()[...] = old
        for m, buffers in self.dicts:
            m._buffers.update(buffers)


def first_nonfinite(module: nn.Module, x: torch.Tensor):
    with Watch(module) as watch:
        module(x)
    return watch.answer
