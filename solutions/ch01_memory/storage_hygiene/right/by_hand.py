"""Storages told apart by their addresses in a loop, and a new tensor that is filled."""

import torch


def nbytes_kept(*ts):
    seen, total = set(), 0
    for t in ts:
        storage = t.untyped_storage()
        if storage._cdata not in seen:
            seen.add(storage._cdata)
            total += len(storage)
    return total


def release(t):
    if t.nbytes >= len(t.untyped_storage()):
        return t
    return torch.empty(t.shape, dtype=t.dtype).copy_(t)


def save_compact(t, file):
    compact = release(t.detach())
    if isinstance(file, str):
        with open(file, "wb") as opened:
            torch.save(compact, opened)
    else:
        torch.save(compact, file)
