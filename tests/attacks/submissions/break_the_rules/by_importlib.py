"""The forbidden call from a module that is imported by a built name."""
import importlib


def double(x):
    raise NotImplementedError


def row_softmax(x):
    return vars(importlib.import_module("tor" + "ch"))["soft" + "max"](x, -1)


count = train = double
