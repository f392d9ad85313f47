"""repeat puts the picture beside itself; each pixel is to be repeated where it stands."""

from reference import *  # noqa: F403
from reference import upsample as right

FAILS = ["test_example_upsample", "test_upsample_values[nearest]", "test_upsample_refuses"]


def upsample(x, scale, mode):
    return x.repeat(1, 1, scale, scale) if mode == "nearest" else right(x, scale, "bilinear")
