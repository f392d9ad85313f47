"""Right: folds the shapes in pairs with zip_longest, sums all dimensions at once and brings the shape back by indexing."""

from functools import reduce
from itertools import zip_longest


def _two(s, r):
    out = []
    for a, b in zip_longest(s[::-1], r[::-1], fillvalue=1):
        if a != b and 1 not in (a, b):
            raise ValueError(f"{a} meets {b}")
        out.append(b if a == 1 else a)
    return tuple(out[::-1])


def broadcast_shape(*shapes):
    return reduce(_two, shapes, ())


def my_expand(t, shape):
    extra = len(shape) - t.ndim
    if extra < 0 or any(n < 0 for n in shape[:extra]):
        raise ValueError("does not expand")
    expand = list(t.stride())
    target = list(shape)
    for i, have in enumerate(t.shape):
        want = target[extra + i]
        if want == -1:
            target[extra + i] = have
        elif want < 0 or (have != want and have != 1):
            raise ValueError("does not expand")
        elif have != want:
            expand[i] = 0
    return t.as_strided(target, [0] * extra + expand)


def unbroadcast(grad, shape):
    extra = grad.ndim - len(shape)
    dims = [d for d in range(grad.ndim) if d < extra or (shape[d - extra] == 1 and grad.size(d) != 1)]
    if not dims:
        return grad
    return grad.sum(dim=dims, keepdim=True)[(0,) * extra]
