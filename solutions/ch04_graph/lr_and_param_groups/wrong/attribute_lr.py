"""`opt.lr = …` makes an attribute that nobody reads; each step takes its rate from `opt.param_groups[i]["lr"]`."""

from reference import *  # noqa: F403

FAILS = ["test_example_set_lr", "test_set_lr_next_step", "test_set_lr_keeps_state", "test_add_head_trains"]


def set_lr(opt, lr_by_group):
    names = {group.get("name") for group in opt.param_groups}
    for name, lr in lr_by_group.items():
        if name not in names:
            raise KeyError(name)
        opt.lr = lr
