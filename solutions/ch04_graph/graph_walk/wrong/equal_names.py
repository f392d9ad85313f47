"""You look for a leaf's name by its values: two parameters may hold the same numbers. Ask which object it is, with `is` or id()."""

import reference
import torch
from reference import *

FAILS = ["test_dot"]


def to_dot(t, params):
    same = {}
    for leaf in leaves(t):
        for name, p in params.items():
            if p.shape == leaf.shape and torch.equal(p, leaf):
                same.setdefault(name, leaf)
    return reference.to_dot(t, same)
