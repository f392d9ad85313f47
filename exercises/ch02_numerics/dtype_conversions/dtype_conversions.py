"""Conversions between dtypes: of a tensor, of a whole module, of data from NumPy, and in mixed operations."""

import numpy as np
import torch
from torch import Tensor, nn


def to_float32(t: Tensor) -> Tensor:
    """t as float32: t itself if it is float32, else a differentiable conversion.

    t: any shape, any real dtype
    """
    raise NotImplementedError


def promoted(*operands: Tensor | bool | int | float | complex) -> torch.dtype:
    """The dtype that an operation on all operands would calculate in. Runs no operator."""
    raise NotImplementedError


def module_to(m: nn.Module, dtype: torch.dtype) -> nn.Module:
    """m with its floating parameters, buffers and gradients in dtype; the Parameter objects stay the same ones.

    Raises TypeError, before anything is changed, for a dtype that is not floating.
    """
    raise NotImplementedError


def as_model_input(data: np.ndarray | list) -> Tensor:
    """A tensor of the data: floating data as float32, integers and booleans in their own dtype.

    data: an array (shares its memory with the result unless it is converted), or a list of numbers or arrays
    """
    raise NotImplementedError
