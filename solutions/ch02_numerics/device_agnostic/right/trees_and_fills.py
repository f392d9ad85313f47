"""torch's own tree_map, the index written out, and tensors that are filled."""

import torch
from torch.utils._pytree import tree_map_only


def full_name(device):
    device = torch.device(device)
    return str(device) if device.index is not None else f"{device.type}:0"


def same_device(a, b):
    return full_name(a) == full_name(b)


def to_device(batch, device):
    return tree_map_only(torch.Tensor, lambda t: t if full_name(t.device) == full_name(device) else t.to(device), batch)


def make_mask(lengths, size):
    positions = torch.ones(lengths.shape[0], size, dtype=torch.int64, device=lengths.device).cumsum(1)
    return positions.le(lengths.unsqueeze(1))


def causal_bias(scores):
    ahead = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(diagonal=1)
    return torch.zeros(scores.shape[-2:], dtype=scores.dtype, device=scores.device).masked_fill(ahead, -torch.inf)
