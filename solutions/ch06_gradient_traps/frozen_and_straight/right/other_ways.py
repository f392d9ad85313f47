"""Another way: a train() of its own for each batch norm, a function with a backward, slices and lerp."""

import torch


def freeze(module, bn_eval=True):
    for p in module.parameters():
        p.requires_grad, p.grad = False, None
    if bn_eval:
        for part in module.modules():
            if isinstance(part, torch.nn.BatchNorm1d | torch.nn.BatchNorm2d | torch.nn.BatchNorm3d):
                part.training = False
                part.train = lambda mode=True, part=part: part


def trainable(module):
    names = []
    for name, p in module.named_parameters():
        if p.requires_grad:
            names.append(name)
    return names


class Straight(torch.autograd.Function):
    @staticmethod
    def forward(ctx, soft):
        return torch.zeros_like(soft).scatter_(-1, soft.argmax(-1, keepdim=True), 1.0)

    @staticmethod
    def backward(ctx, gradient):
        return gradient


def hard_argmax_st(logits):
    return Straight.apply(logits.softmax(-1))


def upsample(x, scale, mode):
    if mode not in ("nearest", "bilinear"):
        raise ValueError(mode)
    for dim in (2, 3):
        n = x.shape[dim]
        new = torch.arange(n * scale)
        if mode == "nearest":
            x = x.index_select(dim, new // scale)
        else:
            where = ((2 * new + 1 - scale).to(x.dtype) / (2 * scale)).clamp(0)
            low = where.long().clamp(max=n - 1)
            share = (where - low).view(-1, *[1] * (3 - dim))
            high = (low + 1).clamp(max=n - 1)
            x = x.index_select(dim, low) * (1 - share) + x.index_select(dim, high) * share
    return x
