"""Right: the copy comes out of torch.stack, storages are compared through their C pointers."""

import torch


class Kept:
    def __init__(self):
        self.by_pointer = {}

    def add(self, t):
        s = t.untyped_storage()
        self.by_pointer.setdefault(s._cdata, len(s))
        return self

    def total(self):
        n = 0
        for size in self.by_pointer.values():
            n += size
        return n


def nbytes_kept(*ts):
    kept = Kept()
    for t in ts:
        kept.add(t)
    return kept.total()


def release(t):
    bytes_of_a_copy = t.element_size()
    for n in t.shape:
        bytes_of_a_copy *= n
    if bytes_of_a_copy < Kept().add(t).total():
        return torch.stack([t]).squeeze(0)
    else:
        return t


def save_compact(t, file, _release=release):
    with torch.no_grad():
        compact = _release(t)
    torch.save(compact, file)
