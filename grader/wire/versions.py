"""What differs between the versions of torch that are supported, 2.9 and later."""

import warnings
import weakref

import torch
from torch import Tensor
from torch.torch_version import TorchVersion

_OLD = TorchVersion(torch.__version__) < TorchVersion("2.13")


class TensorRef(weakref.ref[Tensor]):
    """``weakref.ref`` for tensors.

    A tensor has a half in Python and one in C++, and the first may be let go while the second lives on. In torch before
    2.13 whoever gets the first through a weak reference has to say so, or it is taken away while it is still in use;
    see ``torch.utils.weak.TensorWeakRef``.
    """

    if _OLD:

        def __call__(self) -> Tensor | None:
            tensor = super().__call__()
            if tensor is not None:
                tensor._fix_weakref()  # type: ignore[attr-defined]
            return tensor


def storage_uses(tensor: Tensor) -> int:
    """How often the memory of a tensor is referred to, as torch counts."""
    return _count(tensor.untyped_storage()._cdata)


_count = torch._C._storage_Use_Count
USES_OF_ONE = storage_uses(torch.ones(1))  # of memory that one tensor has: from some version on the look itself counts


def can_be_copied(dtype: torch.dtype) -> bool:
    """Whether torch has more of a dtype than its name: the newest ones come without any operator."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that some are experimental
        try:
            torch.empty(1, dtype=dtype).clone()
        except RuntimeError:
            return False
    return True
