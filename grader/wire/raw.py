"""Tensors and arrays as dtype, shape, strides and bytes.

A small contiguous tensor is ``["float32:2x3", bytes]``. Others are ``[dtype, shape, strides | None, data]``, where data
is bytes or the index of a buffer; sparse ones ``["coo" | "csr" | "csc", shape, [parts], coalesced]``. Strides cross, so
that ``view`` on a transposed argument raises on the other side as it would in one process.
"""

import ctypes
import math
import re
import sys
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from grader.wire.versions import can_be_copied
from grader.wire.violation import CannotCross, ProtocolViolation

INLINE = 4096  # bytes; above, a tensor's memory is sent as it lies, without a copy into the header
MAX_ELEMENTS = 1 << 40
MAX_DIMS = 64
DTYPES: dict[str, torch.dtype] = {
    str(value).removeprefix("torch."): value
    for value in vars(torch).values()
    if isinstance(value, torch.dtype)
    and not re.match(r"torch\.(q|bits|u?int[1-7]$)", str(value))
    and can_be_copied(value)
}
NAMES = {dtype: name for name, dtype in DTYPES.items()}
_AS_THEY_ARE = frozenset(DTYPES.values()) - {torch.bool, torch.complex32}  # nothing to mend, nothing to hush
_COMPRESSED = {"csr": torch.sparse_csr, "csc": torch.sparse_csc}
LAYOUTS = (torch.strided, torch.sparse_coo, *_COMPRESSED.values())
_ARRAY_KINDS = "biufcSUMm"
_ARRAY_DTYPE = re.compile(rf"[<>|=][{_ARRAY_KINDS}][0-9]{{1,9}}(\[[0-9]{{0,6}}[A-Za-z]{{1,2}}\])?\Z")

Buffers = list[memoryview]
_STRIDED = torch.strided
bytes_at: Callable[[int, int], bytes] = ctypes.pythonapi.PyBytes_FromStringAndSize
"""A copy of the bytes at an address: half of what `ctypes.string_at` costs."""
bytes_at.argtypes = (ctypes.c_void_p, ctypes.c_ssize_t)  # type: ignore[attr-defined]
bytes_at.restype = ctypes.py_object  # type: ignore[attr-defined]
_move = ctypes.memmove
_KNOWN = 512  # dtypes and shapes of small tensors that were described already
_TEXT = re.compile(r"([a-z0-9_]+):([0-9]{1,5}(?:x[0-9]{1,5})*)?\Z")
_texts: dict[tuple[torch.dtype, torch.Size], str] = {}
_templates: dict[str, Tensor] = {}
_compare = ctypes.CDLL("msvcrt" if sys.platform == "win32" else None).memcmp
_compare.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)
_compare.restype = ctypes.c_int


def equal_bytes(first: int, second: int, size: int) -> bool:
    """Whether the bytes at two addresses are equal."""
    return size == 0 or _compare(first, second, size) == 0


def memory(address: int, size: int) -> memoryview:
    """The bytes at an address. The caller keeps their owner alive."""
    return memoryview((ctypes.c_char * size).from_address(address)).cast("B")


def _bytes_of(tensor: Tensor, buffers: Buffers, kept: list[object]) -> bytes | int:
    size = tensor.nbytes
    if size <= INLINE:
        return bytes_at(tensor.data_ptr(), size)
    kept.append(tensor)
    buffers.append(memory(tensor.data_ptr(), size))
    return len(buffers) - 1


def write_tensor(tensor: Tensor, buffers: Buffers, kept: list[object]) -> list[Any]:
    """The description of a tensor's values; memory that is sent as it lies goes to ``buffers``."""
    few = write_few(tensor)
    if few is not None:
        return few
    if tensor.layout is not _STRIDED:
        return _write_sparse(tensor, buffers, kept)
    if tensor.is_cpu and tensor.is_contiguous() and not (tensor.is_neg() or tensor.is_conj()):
        return [_name(tensor), list(tensor.shape), None, _bytes_of(tensor, buffers, kept)]
    return _write_scattered(tensor, buffers, kept)


def write_few(tensor: Tensor) -> list[Any] | None:
    """The description of a tensor that is small and lies in order, its bytes copied; None for others.

    All that a call with small tensors costs goes through here, on each side several times.
    """
    if tensor.layout is not _STRIDED or not tensor.is_contiguous():
        return None
    size = tensor.nbytes
    if size > INLINE or not tensor.is_cpu or tensor.is_neg():
        return None
    key = tensor.dtype, tensor.shape
    text = _texts.get(key)
    if text is None:
        text = _text(*key)
    return [text, bytes_at(tensor.data_ptr(), size)] if text else None


def _text(dtype: torch.dtype, shape: torch.Size) -> str:
    """How a small tensor is described; empty for what takes more to read than to copy its bytes.

    Complex ones may be conjugates that are not worked out yet, which would have to be asked of each.
    """
    if len(_texts) >= _KNOWN:
        _texts.clear()
    plain = (
        dtype in _AS_THEY_ARE and not dtype.is_complex and len(shape) <= MAX_DIMS and max(shape, default=0) <= INLINE
    )
    text = _texts[dtype, shape] = f"{NAMES[dtype]}:{'x'.join(map(str, shape))}" if plain else ""
    return text


def _name(tensor: Tensor) -> str:
    name = NAMES.get(tensor.dtype)
    if name is None:
        raise CannotCross(f"a tensor of dtype {tensor.dtype} cannot cross between the check and the student's code")
    return name


def _write_scattered(tensor: Tensor, buffers: Buffers, kept: list[object]) -> list[Any]:
    name, shape = _name(tensor), list(tensor.shape)
    if tensor.is_meta:
        return [name, shape, list(tensor.stride()), None]
    plain = tensor.detach().cpu().resolve_conj().resolve_neg()
    strides = list(plain.stride())
    if _dense(shape, strides):
        order = sorted(range(len(shape)), key=lambda d: -strides[d])
        return [name, shape, strides, _bytes_of(plain.permute(order).contiguous(), buffers, kept)]
    if _extent(shape, strides) > 64 * max(1, plain.numel()) or _overlaps(shape, strides):
        return [name, shape, None, _bytes_of(plain.contiguous(), buffers, kept)]
    return [name, shape, strides, _bytes_of(plain.contiguous(), buffers, kept)]


def _dense(shape: Sequence[int], strides: Sequence[int]) -> bool:
    """Whether the strides are those of a contiguous tensor with its dimensions permuted."""
    expected = 1
    for size, stride in sorted(zip(shape, strides, strict=True), key=lambda pair: (pair[1], pair[0])):
        if size != 1:
            if stride != expected:
                return False
            expected *= size
    return True


def _extent(shape: Sequence[int], strides: Sequence[int]) -> int:
    return 1 + sum((size - 1) * stride for size, stride in zip(shape, strides, strict=True)) if 0 not in shape else 0


def _overlaps(shape: Sequence[int], strides: Sequence[int]) -> bool:
    reach = 1
    for size, stride in sorted(zip(shape, strides, strict=True), key=lambda pair: pair[1]):
        if size > 1:
            if stride < reach:
                return True
            reach = stride * (size - 1) + reach
    return False


def read_shape(shape: Any) -> list[int]:
    if type(shape) is not list or len(shape) > MAX_DIMS:
        raise ProtocolViolation("a shape is not one")
    total = 1
    for size in shape:
        if type(size) is not int or size < 0 or size > MAX_ELEMENTS:
            raise ProtocolViolation("a shape is not one")
        total *= max(size, 1)
    if total > MAX_ELEMENTS:
        raise ProtocolViolation("a shape is too large")
    return shape


def read_tensor(node: Any, buffers: Sequence[Tensor]) -> Tensor:
    """The tensor that a description stands for: fresh memory of this side. Raises ProtocolViolation."""
    if type(node) is not list:
        raise ProtocolViolation("a tensor is not one")
    if len(node) == 2:
        return _read_few(*node)
    if len(node) != 4:
        raise ProtocolViolation("a tensor is not one")
    name, shape, strides, data = node
    if name in ("coo", "csr", "csc"):
        return _read_sparse(name, read_shape(shape), strides, data, buffers)
    dtype = DTYPES.get(name)
    if dtype is None:
        raise ProtocolViolation("a dtype is not one")
    if dtype is torch.complex32:
        with warnings.catch_warnings(action="ignore"):  # that half-precision complex is experimental
            return _read_dense(dtype, shape, strides, data, buffers)
    return _read_dense(dtype, shape, strides, data, buffers)


def _read_few(text: Any, data: Any) -> Tensor:
    template = _templates.get(text)
    if template is None:
        template = _template(text)
    size = template.nbytes
    if type(data) is not bytes or size != len(data):
        raise ProtocolViolation("a tensor's shape and bytes disagree")
    tensor = torch.empty_like(template)
    _move(tensor.data_ptr(), data, size)
    return tensor


def _template(text: Any) -> Tensor:
    """A tensor to make others like."""
    match = _TEXT.match(text) if type(text) is str else None
    dtype = DTYPES.get(match[1]) if match is not None else None
    if match is None or dtype not in _AS_THEY_ARE:
        raise ProtocolViolation("a tensor is not one")
    shape = read_shape([int(size) for size in match[2].split("x")] if match[2] else [])
    if math.prod(shape) * dtype.itemsize > INLINE:
        raise ProtocolViolation("a small tensor is large")
    if len(_templates) >= _KNOWN:
        _templates.clear()
    with torch.inference_mode(False):
        template = _templates[text] = torch.empty(shape, dtype=dtype, device="cpu")
    return template


def lies_in_buffer(node: list[Any]) -> bool:
    """Whether a description that was written refers to the tensor's own memory."""
    return len(node) == 4 and type(node[3]) is int


def _read_dense(dtype: torch.dtype, shape: Any, strides: Any, data: Any, buffers: Sequence[Tensor]) -> Tensor:
    read_shape(shape)
    if data is None:
        return torch.empty(shape, dtype=dtype, device="meta")
    flat = _read_memory(data, math.prod(shape) * dtype.itemsize, buffers)
    if strides is None:
        return _typed(flat, dtype, shape, None)
    return _read_strided(flat, dtype, shape, strides)


def _read_memory(data: Any, size: int, buffers: Sequence[Tensor]) -> Tensor | bytes:
    if type(data) is bytes:
        if len(data) != size:
            raise ProtocolViolation("a tensor's shape and bytes disagree")
        return data
    if type(data) is not int or not 0 <= data < len(buffers) or buffers[data].numel() != size:
        raise ProtocolViolation("a tensor's shape and bytes disagree")
    return buffers[data]


def _typed(flat: Tensor | bytes, dtype: torch.dtype, shape: Sequence[int], strides: Sequence[int] | None) -> Tensor:
    """A tensor of its own (no view of anything) over the received bytes; bytes of bools become 0 or 1."""
    if type(flat) is bytes:
        tensor = (
            torch.empty(shape, dtype=dtype) if strides is None else torch.empty_strided(shape, strides, dtype=dtype)
        )
        if flat:
            _move(tensor.data_ptr(), flat, len(flat))
    else:
        assert isinstance(flat, Tensor)
        steps = _contiguous(shape) if strides is None else strides
        tensor = torch.empty(0, dtype=dtype).set_(flat.untyped_storage(), 0, tuple(shape), tuple(steps))
    if dtype is torch.bool and tensor.numel():
        tensor.copy_(tensor.view(torch.uint8).ne(0))
    return tensor


def _contiguous(shape: Sequence[int]) -> list[int]:
    steps = [1] * len(shape)
    for d in range(len(shape) - 2, -1, -1):
        steps[d] = steps[d + 1] * max(shape[d + 1], 1)
    return steps


def _read_strided(flat: Tensor | bytes, dtype: torch.dtype, shape: list[int], strides: Any) -> Tensor:
    if type(strides) is not list or len(strides) != len(shape):
        raise ProtocolViolation("strides are not those of the shape")
    if any(type(step) is not int or not 0 <= step <= MAX_ELEMENTS for step in strides):
        raise ProtocolViolation("strides are not those of the shape")
    if _dense(shape, strides):
        return _typed(flat, dtype, shape, strides)
    if _extent(shape, strides) > 64 * max(1, math.prod(shape)) or _overlaps(shape, strides):
        raise ProtocolViolation("strides reach further than the tensor")
    # Zeros in the gaps: whoever reads past the strides finds the same each time.
    tensor = torch.zeros(_extent(shape, strides), dtype=dtype).as_strided(shape, strides)
    return tensor.copy_(_typed(flat, dtype, shape, None))


def _write_sparse(tensor: Tensor, buffers: Buffers, kept: list[object]) -> list[Any]:
    tensor = tensor.detach()
    if tensor.layout == torch.sparse_coo:
        parts = [tensor._indices(), tensor._values()]
        written = [write_tensor(part.contiguous(), buffers, kept) for part in parts]
        return ["coo", list(tensor.shape), written, tensor.is_coalesced()]
    for name, layout in _COMPRESSED.items():
        if tensor.layout == layout:
            first, second = (
                (tensor.crow_indices(), tensor.col_indices())
                if name == "csr"
                else (tensor.ccol_indices(), tensor.row_indices())
            )
            parts = [first, second, tensor.values()]
            return [name, list(tensor.shape), [write_tensor(p.contiguous(), buffers, kept) for p in parts], False]
    raise CannotCross(f"a tensor of layout {tensor.layout} cannot cross between the check and the student's code")


def _read_sparse(name: str, shape: list[int], parts: Any, coalesced: Any, buffers: Sequence[Tensor]) -> Tensor:
    if type(parts) is not list or len(parts) != (2 if name == "coo" else 3) or type(coalesced) is not bool:
        raise ProtocolViolation("a sparse tensor is not one")
    read = [read_tensor(part, buffers) for part in parts]
    if any(part.layout != torch.strided or part.is_meta for part in read):
        raise ProtocolViolation("a sparse tensor is not one")
    if name == "coo":
        tensor = torch.sparse_coo_tensor(read[0], read[1], shape, check_invariants=True)
        return tensor.coalesce() if coalesced else tensor
    with warnings.catch_warnings(action="ignore"):  # that this layout is in beta
        return torch.sparse_compressed_tensor(
            read[0], read[1], read[2], shape, layout=_COMPRESSED[name], check_invariants=True
        )


def array_crosses(array: np.ndarray[Any, Any]) -> bool:
    return array.dtype.kind in _ARRAY_KINDS and array.dtype.fields is None and array.dtype.subdtype is None


def write_array(array: np.ndarray[Any, Any], buffers: Buffers, kept: list[object]) -> list[Any]:
    """``[dtype string, shape, Fortran order?, data]``."""
    fortran = bool(array.flags.f_contiguous and not array.flags.c_contiguous)
    flat = np.ascontiguousarray(array.T if fortran else array)
    if flat.nbytes <= INLINE:
        return [array.dtype.str, list(array.shape), fortran, flat.tobytes()]
    kept.append(flat)
    buffers.append(flat.reshape(-1).view(np.uint8).data)
    return [array.dtype.str, list(array.shape), fortran, len(buffers) - 1]


def read_array(node: Any, buffers: Sequence[Tensor]) -> np.ndarray[Any, Any]:
    if type(node) is not list or len(node) != 4:
        raise ProtocolViolation("an array is not one")
    name, shape, fortran, data = node
    dtype = read_array_dtype(name)
    if dtype.itemsize == 0:
        raise ProtocolViolation("an array's dtype is not one")
    flat = _read_memory(data, math.prod(read_shape(shape)) * dtype.itemsize, buffers)
    raw = np.frombuffer(bytearray(flat), dtype=np.uint8) if type(flat) is bytes else flat.numpy()  # type: ignore[union-attr]
    if dtype.kind == "b":
        raw = raw.view(np.uint8) != 0
    elif dtype.kind == "U" and raw.size and raw.view(dtype.str[0] + "u4").max() > 0x10FFFF:
        raise ProtocolViolation("an array's text is none")
    array = raw.view(dtype)
    return array.reshape(shape[::-1]).T if fortran is True else array.reshape(shape)


def read_array_dtype(name: Any) -> np.dtype[Any]:
    if type(name) is not str or not _ARRAY_DTYPE.match(name):
        raise ProtocolViolation("an array's dtype is not one")
    return np.dtype(name)
