"""You name the operation of the error's text: that one made the tensor. The one that needed it is in the warning of anomaly mode."""

import re

from reference import *  # noqa: F403
from reference import locate as right

FAILS = ["test_overwritten"]


def locate(fn):
    found = right(fn)
    try:
        fn().backward()
    except RuntimeError as error:
        if told := re.search(r"output \d of (\w+)", str(error)):
            return told[1].removesuffix("Backward0") + "Backward0", found[1]
    return found
