"""Views of storages, made and looked at where your code runs."""

import io
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from torch import Tensor


def view_of(storage: Tensor, kind: str) -> Tensor:
    """A view of a vector with 1,000 elements."""
    grid = storage.view(10, 100)
    views = {
        "everything": storage,
        "everything, transposed": grid.T,
        "the first element": storage[:1],
        "a slice in the middle": storage[300:350],
        "an empty slice": storage[5:5],
        "every second element": storage[::2],
        "a row": grid[3],
        "a row, detached": grid[3].detach(),
        "a column": grid[:, 3],
        "a transposed block": grid[2:5, 10:20].T,
        "one element, expanded to 20": storage[7:8].expand(20),
        "one element, expanded to 5000": storage[7:8].expand(5000),
        "half of it, expanded to 3 times that": storage[:500].expand(3, 500),
        "every element twice": storage.expand(2, 1000),
    }
    return views[kind]


def kept_by(f: Callable[..., Any], storage: Tensor, *kinds: str) -> Any:
    """f(views of one storage)."""
    return f(*(view_of(storage, kind) for kind in kinds))


def kept_by_parts(f: Callable[..., Any], sizes: list[int], dtype: torch.dtype) -> Any:
    """f(two views of each of several storages, with sizes as their numbers of elements)."""
    storages = [torch.ones(size, dtype=dtype) for size in sizes]
    return f(*(s[: len(s) // 2] for s in storages), *(s[len(s) // 3 :] for s in storages))


def released(f: Callable[[Tensor], Tensor], storage: Tensor, kind: str) -> tuple[Tensor, bool, int]:
    """The result of f for a view, whether it is the view itself, and the bytes of its storage."""
    view = view_of(storage, kind)
    result = f(view)
    return result, result is view, result.untyped_storage().nbytes() if isinstance(result, Tensor) else -1


def still_a_view(f: Callable[[Tensor], Tensor], storage: Tensor, kind: str) -> bool:
    """Whether a view is one still after f(view), and the storage as large as before."""
    view, size = view_of(storage, kind), storage.untyped_storage().nbytes()
    f(view)
    after = view.untyped_storage()
    return after.data_ptr() == storage.data_ptr() and after.nbytes() == size


def of_a_slice(f: Callable[[Tensor], Tensor], x: Tensor) -> Tensor:
    """f of three of the elements of x, which keep all of them alive."""
    return f(x[2:5])


def saved(f: Callable[..., Any], storage: Tensor, kind: str, to_path: bool) -> tuple[Any, int]:
    """What torch.load finds in the file that f has written for a view, and the size of the file."""
    view = view_of(storage, kind)
    if not to_path:
        buffer = io.BytesIO()
        f(view, buffer)
        content = buffer.getvalue()
    else:
        with tempfile.TemporaryDirectory(dir=".") as folder:
            path = Path(folder) / "tensor.pt"
            f(view, str(path))
            content = path.read_bytes()
    return torch.load(io.BytesIO(content), weights_only=True), len(content)
