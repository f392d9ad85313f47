"""The torch modes that a call carries, as bits (gradients, inference mode, default dtype), and what to send back."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

import torch

GRAD, INFERENCE, KEEP, LOOSE = 1, 2, 4, 8
_DTYPE_SHIFT = 4
_DTYPES = (None, torch.float32, torch.float64, torch.float16, torch.bfloat16)


def current_mode() -> int:
    return (GRAD if torch.is_grad_enabled() else 0) | (INFERENCE if torch.is_inference_mode_enabled() else 0)


def default_dtype_bits() -> int:
    return _DTYPES.index(torch.get_default_dtype()) << _DTYPE_SHIFT


def entered(mode: int) -> AbstractContextManager[None] | None:
    """Run under the caller's modes; None where they are the ones that hold.

    KEEP (answer with a handle) and LOOSE (tensors without twins) are the peer's.
    """
    number = mode >> _DTYPE_SHIFT
    if 0 < number < len(_DTYPES):
        torch.set_default_dtype(_DTYPES[number])  # type: ignore[arg-type]
    if bool(mode & GRAD) == torch.is_grad_enabled() and bool(mode & INFERENCE) == torch.is_inference_mode_enabled():
        return None
    return _entered(mode)


@contextmanager
def _entered(mode: int) -> Iterator[None]:
    with torch.inference_mode(bool(mode & INFERENCE)), torch.set_grad_enabled(bool(mode & GRAD)):
        yield
