"""You split dimensions but never merged two of them: neighbours with stride[d] == stride[d + 1] * shape[d + 1] become one."""

from reference import *  # noqa: F403

FAILS = ["test_view_strides"]


def view_strides(shape, stride, new_shape):
    if 0 in shape:
        return (1,) * len(new_shape)
    runs = [run for run in zip(shape, stride) if run[0] != 1]
    strides, (numel, step) = [], runs.pop() if runs else (1, 1)
    for size in reversed(new_shape):
        if size > 1 and numel == 1 and runs:
            numel, step = runs.pop()
        if numel % size:
            return None
        strides.insert(0, step)
        numel, step = numel // size, step * size
    return tuple(strides)
