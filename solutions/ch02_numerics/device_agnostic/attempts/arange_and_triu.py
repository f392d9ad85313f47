"""Right: type and index or 0, a recursive to_device, comparisons with arange on the input's device."""

import copy
from typing import Any

import torch
from torch import Tensor


def same_device(a: str | torch.device, b: str | torch.device) -> bool:
    a, b = torch.device(a), torch.device(b)
    return a.type == b.type and (a.index or 0) == (b.index or 0)


def to_device(batch: Any, device: str | torch.device) -> Any:
    if isinstance(batch, Tensor):
        return batch if same_device(batch.device, device) else batch.to(device)
    if isinstance(batch, dict):
        new = copy.copy(batch)
        for key, value in batch.items():
            new[key] = to_device(value, device)
        return new
    if isinstance(batch, tuple) and hasattr(batch, "_fields"):
        return type(batch)(*(to_device(item, device) for item in batch))
    if isinstance(batch, (list, tuple)):
        return type(batch)([to_device(item, device) for item in batch])
    return batch


def make_mask(lengths: Tensor, size: int) -> Tensor:
    return torch.arange(size, device=lengths.device) < lengths.long()[:, None]


def causal_bias(scores: Tensor) -> Tensor:
    T = scores.shape[-1]
    return torch.full((T, T), float("-inf"), dtype=scores.dtype, device=scores.device).triu(diagonal=1)
