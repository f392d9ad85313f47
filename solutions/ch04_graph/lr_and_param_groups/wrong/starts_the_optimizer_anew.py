"""You set the optimizer up again: momentum and running averages are gone. Write the new rate into the group."""

from reference import *  # noqa: F403
from reference import set_lr as right

FAILS = ["test_set_lr_keeps_state", "test_add_head_trains"]


def set_lr(opt, lr_by_group):
    right(opt, lr_by_group)
    groups = opt.param_groups
    opt.__init__(groups, **opt.defaults)
