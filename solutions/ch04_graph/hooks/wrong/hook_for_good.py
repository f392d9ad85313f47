"""Your hook can't be taken off again: return the handle that register_hook gives."""

from reference import *

FAILS = ["test_clip_removed"]


def clip_gradient(t, limit):
    t.register_hook(lambda grad: grad.clamp(-limit, limit))
