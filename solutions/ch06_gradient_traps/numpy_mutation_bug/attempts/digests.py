"""Right: a digest of the bytes, made with numpy and hashlib, in nested functions."""

import contextlib
import hashlib

import numpy as np
import torch
from torch import Tensor


def digest(t: Tensor) -> str:
    values = t.detach().cpu().resolve_conj().resolve_neg()
    if values.dtype == torch.bfloat16:
        values = values.view(torch.int16)
    array = np.ascontiguousarray(values.numpy())
    h = hashlib.sha256()
    h.update(str(array.dtype).encode())
    h.update(str(array.shape).encode())
    h.update(array.tobytes())
    return h.hexdigest()


def message(t: Tensor) -> str:
    return "changed behind autograd's back: a tensor of shape " + repr(tuple(t.shape))


@contextlib.contextmanager
def guarded(t: Tensor):
    first_version = t._version
    first = digest(t)
    try:
        yield None
    except BaseException:
        raise
    else:
        last = digest(t)
        if first != last:
            if first_version == t._version:
                raise RuntimeError(message(t))


@contextlib.contextmanager
def checked_saves():
    def remember(t: Tensor) -> dict:
        return {"tensor": t.detach(), "digest": digest(t)}

    def look(what: dict) -> Tensor:
        if digest(what["tensor"]) != what["digest"]:
            raise RuntimeError(message(what["tensor"]))
        return what["tensor"]

    with torch.autograd.graph.saved_tensors_hooks(remember, look):
        yield
