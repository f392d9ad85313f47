"""Weak references to tensors, on every version of torch.

A tensor has a half in Python and one in C++, and the first may be let go while the second lives on. In torch before
2.13 whoever gets the first through a weak reference has to say so, or it is taken away while it is still in use; see
``torch.utils.weak.TensorWeakRef``.
"""

import weakref

import torch
from torch import Tensor
from torch.torch_version import TorchVersion


class TensorRef(weakref.ref[Tensor]):
    """``weakref.ref`` for tensors."""

    if TorchVersion(torch.__version__) < TorchVersion("2.13"):

        def __call__(self) -> Tensor | None:
            tensor = super().__call__()
            if tensor is not None:
                tensor._fix_weakref()  # type: ignore[attr-defined]
            return tensor
