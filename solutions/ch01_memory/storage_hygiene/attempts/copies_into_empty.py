"""Right: a loop with a list of storage addresses, copy_ into a new tensor, and a buffer in memory before the file."""

import io

import torch


def nbytes_kept(*ts):
    seen, total = [], 0
    for t in ts:
        where = t.untyped_storage().data_ptr()
        if where not in seen:
            seen.append(where)
            total += t.untyped_storage().size()
    return total


def release(t):
    if nbytes_kept(t) <= t.nbytes:
        return t
    small = torch.empty(t.shape, dtype=t.dtype, device=t.device)
    small.copy_(t)
    return small


def save_compact(t, file):
    buffer = io.BytesIO()
    torch.save(release(t), buffer)
    if hasattr(file, "write"):
        file.write(buffer.getvalue())
    else:
        with open(file, "wb") as f:
            f.write(buffer.getvalue())
