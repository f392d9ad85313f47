"""Right: compares strides by hand, and converts by permute, contiguous, permute."""

NCHW = (0, 1, 2, 3)
NHWC = (0, 2, 3, 1)


def dense_strides(shape, order):
    strides = [None] * 4
    step = 1
    for d in order[::-1]:
        strides[d] = step
        step = step * shape[d]
    return tuple(strides)


def channels_last_strides(shape):
    return dense_strides(shape, NHWC)


def layout(t4d):
    shape = tuple(t4d.shape)
    if min(shape) == 0:
        return "contiguous"
    for name, order in {"contiguous": NCHW, "channels_last": NHWC}.items():
        wanted = dense_strides(shape, order)
        differ = [d for d in range(4) if shape[d] > 1 and t4d.stride(d) != wanted[d]]
        if differ == []:
            return name
    return "other"


def convert(module, x):
    def last(t):
        return t.permute(0, 2, 3, 1).contiguous().permute(0, 3, 1, 2)

    for child in module.modules():
        for name, parameter in child.named_parameters(recurse=False):
            if len(parameter.shape) == 4:
                parameter.data = last(parameter.data)
    return (module, last(x))
