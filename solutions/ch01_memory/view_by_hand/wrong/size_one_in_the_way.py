"""A dimension of size 1 stopped the merge: its stride is never used, so it must not stand between two neighbours that touch."""

from reference import *  # noqa: F403

FAILS = ["test_view_strides_past_size_one"]


def view_strides(shape, stride, new_shape):
    if 0 in shape:
        return (1,) * len(new_shape)
    runs = []
    for size, step in zip(shape, stride):
        if runs and runs[-1][1] == size * step:
            size *= runs.pop()[0]
        runs.append((size, step))
    strides, (numel, step) = [], runs.pop() if runs else (1, 1)
    for size in reversed(new_shape):
        while size > 1 and numel == 1 and runs:
            numel, step = runs.pop()
        if numel % size:
            return None
        strides.insert(0, step)
        numel, step = numel // size, step * size
    return tuple(strides)
