"""Wrong: my_reshape copies every non-contiguous tensor, also where a view exists."""

from torch import Tensor


def view_strides(shape: tuple[int, ...], stride: tuple[int, ...], new_shape: tuple[int, ...]) -> tuple[int, ...] | None:
    if 0 in shape:
        return _contiguous(new_shape)
    blocks: list[list[int]] = []  # [size, stride], neighbours that touch are merged
    for n, s in zip(shape, stride):
        if n == 1:
            continue
        if blocks and blocks[-1][1] == n * s:
            blocks[-1] = [blocks[-1][0] * n, s]
        else:
            blocks.append([n, s])
    new_strides = [1] * len(new_shape)
    d = len(new_shape) - 1
    for n, s in reversed(blocks):
        while n > 1:
            m = new_shape[d]
            if n % m != 0:
                return None
            new_strides[d] = s
            n //= m
            s *= m
            d -= 1
    return tuple(new_strides)


def _contiguous(shape):
    strides, step = [], 1
    for n in reversed(shape):
        strides.insert(0, step)
        step *= max(n, 1)
    return tuple(strides)


def _sizes(numel, new_shape):
    known = 1
    for n in new_shape:
        if n < -1:
            raise RuntimeError(f"invalid size {n}")
        if n != -1:
            known *= n
    unknown = new_shape.count(-1)
    if unknown > 1:
        raise RuntimeError("only one size can be -1")
    if unknown == 1:
        if known == 0:
            raise RuntimeError("-1 could be anything")
        if numel % known:
            raise RuntimeError(f"{numel} elements do not fit into {new_shape}")
        return tuple(numel // known if n == -1 else n for n in new_shape)
    if known != numel:
        raise RuntimeError(f"{numel} elements do not fit into {new_shape}")
    return tuple(new_shape)


def my_view(t: Tensor, *new_shape: int) -> Tensor:
    sizes = _sizes(t.numel(), new_shape)
    strides = view_strides(tuple(t.shape), t.stride(), sizes)
    if strides is None:
        raise RuntimeError(f"no view of shape {sizes} exists")
    return t.as_strided(sizes, strides, t.storage_offset())


def my_reshape(t: Tensor, *new_shape: int) -> Tensor:
    sizes = _sizes(t.numel(), new_shape)
    if t.is_contiguous():
        return my_view(t, *sizes)
    return my_view(t.contiguous(), *sizes)
