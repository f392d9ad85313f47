"""Code that runs on the device and in the dtype of what it is given."""

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
        return {key: to_device(value, device) for key, value in batch.items()}
    if isinstance(batch, list | tuple):
        items = [to_device(value, device) for value in batch]
        return type(batch)(*items) if hasattr(batch, "_fields") else type(batch)(items)
    return batch


def make_mask(lengths: Tensor, size: int) -> Tensor:
    return torch.arange(size, device=lengths.device) < lengths[:, None]


def causal_bias(scores: Tensor) -> Tensor:
    size = scores.shape[-1]
    return scores.new_full((size, size), -torch.inf).triu(1)
