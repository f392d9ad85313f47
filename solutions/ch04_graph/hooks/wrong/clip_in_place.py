"""You clamp the gradient in place: the same tensor may be on its way to others, whose gradients you clip too. Return a new one."""

from reference import *

FAILS = ["test_example_clip", "test_clip_there_alone"]


def clip_gradient(t, limit):
    return t.register_hook(lambda grad: grad.clamp_(-limit, limit))
