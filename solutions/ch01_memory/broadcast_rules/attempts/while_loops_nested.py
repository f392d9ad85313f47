"""Right: while loops from the last column, nested helper functions, and one sum at a time over moved dimensions."""

import torch


def broadcast_shape(*shapes):
    def size_at(shape, column):  # column counts from the right, beginning at 1
        if column > len(shape):
            return 1
        return shape[len(shape) - column]

    longest = 0
    for shape in shapes:
        if len(shape) > longest:
            longest = len(shape)
    answer = ()
    column = 1
    while column <= longest:
        size = 1
        for shape in shapes:
            n = size_at(shape, column)
            if n == 1:
                pass
            elif size == 1:
                size = n
            elif size != n:
                raise ValueError("cannot broadcast " + str(shapes))
        answer = (size,) + answer
        column = column + 1
    return answer


def my_expand(t, shape):
    shape = tuple(shape)
    if len(shape) < len(t.shape):
        raise ValueError("too short")
    view = t
    while len(view.shape) < len(shape):
        if shape[len(shape) - len(view.shape) - 1] < 0:
            raise ValueError("negative size on the left")
        view = view.unsqueeze(0)
    for d in range(len(shape)):
        n = shape[d]
        if n == -1 or n == view.shape[d]:
            continue
        if n < -1:
            raise ValueError("negative size")
        if view.shape[d] != 1:
            raise ValueError("only a size of 1 can be repeated")
        size = list(view.shape)
        stride = list(view.stride())
        size[d] = n
        stride[d] = 0
        view = torch.as_strided(view, size, stride, view.storage_offset())
    return view


def unbroadcast(grad, shape):
    missing = len(grad.shape) - len(shape)
    full = [1] * missing + list(shape)
    for d in range(len(full)):
        if full[d] != grad.shape[d]:
            grad = torch.sum(grad, dim=d).unsqueeze(d)
    for _ in range(missing):
        grad = grad[0] if len(grad) == 1 else grad.sum(0)
    return grad
