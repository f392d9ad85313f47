"""You went through `t.numpy()`: NumPy knows no bfloat16, and refuses a tensor that requires grad."""

from reference import *  # noqa: F403

FAILS = ["test_numpy_strides_of_every_dtype"]


def numpy_strides(t):
    return t.numpy().strides
