"""You compared the texts: a name that torch does not know goes unnoticed. Let torch.device read them."""

from reference import *  # noqa: F403

FAILS = ["test_same_device_refuses"]


def same_device(a, b):
    a, b = str(a), str(b)
    return (a if ":" in a else f"{a}:0") == (b if ":" in b else f"{b}:0")
