"""Wrong: my_expand makes t contiguous first, so for a transposed or sliced t the result is in other memory."""

from torch import Tensor


def broadcast_shape(*shapes: tuple[int, ...]) -> tuple[int, ...]:
    ndim = max((len(s) for s in shapes), default=0)
    padded = [(1,) * (ndim - len(s)) + tuple(s) for s in shapes]
    result = []
    for column in zip(*padded):
        sizes = set(column) - {1}
        if len(sizes) > 1:
            raise ValueError(f"shapes {shapes} do not fit: sizes {sorted(sizes)} meet")
        result.append(sizes.pop() if sizes else 1)
    return tuple(result)


def my_expand(t: Tensor, shape: tuple[int, ...]) -> Tensor:
    t = t.contiguous()
    new = len(shape) - t.dim()
    if new < 0:
        raise ValueError("shape is shorter than that of t")
    sizes, strides = [], []
    for d, n in enumerate(shape):
        if d < new:
            if n < 0:
                raise ValueError(f"size {n} has no meaning in a new dimension")
            sizes.append(n)
            strides.append(0)
            continue
        old = t.shape[d - new]
        if n == -1 or n == old:
            sizes.append(old)
            strides.append(t.stride(d - new))
        elif old == 1 and n >= 0:
            sizes.append(n)
            strides.append(0)
        else:
            raise ValueError(f"size {old} does not expand to {n}")
    return t.as_strided(sizes, strides, t.storage_offset())


def unbroadcast(grad: Tensor, shape: tuple[int, ...]) -> Tensor:
    while grad.dim() > len(shape):
        grad = grad.sum(0)
    for d, n in enumerate(shape):
        if n == 1 and grad.shape[d] != 1:
            grad = grad.sum(d, keepdim=True)
    return grad
