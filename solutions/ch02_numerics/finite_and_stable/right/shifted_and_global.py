"""The losses by shifting with the maximum, the search with one hook for all modules."""

import torch
from torch.nn.modules.module import register_module_forward_hook
from torch.utils._pytree import tree_leaves


def stable_bce_with_logits(x, y):
    # log(e^a + e^b) with a = 0 and b = x, the larger of both taken out first. The shift gets no gradient.
    top = x.detach().clamp(min=0)
    return (top + torch.log(torch.exp(-top) + torch.exp(x - top)) - x * y).mean()


def stable_cross_entropy(logits, target):
    shifted = logits - logits.detach().max(dim=1, keepdim=True).values
    return (shifted.exp().sum(1).log() - shifted[torch.arange(len(target)), target]).mean()


def first_nonfinite(module, x):
    names = {part: name for name, part in module.named_modules()}
    first = []

    def hook(part, args, output):
        tensors = [leaf for leaf in tree_leaves(output) if isinstance(leaf, torch.Tensor)]
        if part in names and not first and not all(torch.isfinite(t).all() for t in tensors):
            first.append(names[part])

    saved = {name: buffer.clone() for name, buffer in module.named_buffers()}
    handle = register_module_forward_hook(hook)
    try:
        with torch.no_grad():
            module(x)
    finally:
        handle.remove()
        for name, buffer in module.named_buffers():
            buffer.data.copy_(saved[name])
    return first[0] if first else None
