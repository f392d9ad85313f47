"""Broadcasting: the shape of the result, the expansion without a copy, and the way back for a gradient."""

from itertools import zip_longest

from torch import Tensor


def broadcast_shape(*shapes: tuple[int, ...]) -> tuple[int, ...]:
    columns = zip_longest(*(reversed(shape) for shape in shapes), fillvalue=1)
    return tuple(reversed([common_size(column, shapes) for column in columns]))


def common_size(column: tuple[int, ...], shapes: tuple[tuple[int, ...], ...]) -> int:
    sizes = set(column) - {1}
    if len(sizes) > 1:
        raise ValueError(f"shapes {shapes} do not fit together: {sorted(sizes)} meet in one dimension")
    return sizes.pop() if sizes else 1


def my_expand(t: Tensor, shape: tuple[int, ...]) -> Tensor:
    added = len(shape) - t.dim()
    if added < 0 or min(shape[:added], default=0) < 0:
        raise ValueError(f"shape {tuple(t.shape)} does not expand to {shape}")
    kept = [old if new == -1 else new for old, new in zip(t.shape, shape[added:], strict=True)]
    if any(new < 0 or (old not in (1, new)) for old, new in zip(t.shape, kept, strict=True)):
        raise ValueError(f"shape {tuple(t.shape)} does not expand to {shape}")
    strides = [step if old == new else 0 for old, new, step in zip(t.shape, kept, t.stride(), strict=True)]
    return t.as_strided([*shape[:added], *kept], [0] * added + strides)


def unbroadcast(grad: Tensor, shape: tuple[int, ...]) -> Tensor:
    for _ in range(grad.dim() - len(shape)):
        grad = grad.sum(0)
    for d, size in enumerate(shape):
        if size == 1:
            grad = grad.sum(d, keepdim=True)  # an element that was repeated collects all its gradients
    return grad
