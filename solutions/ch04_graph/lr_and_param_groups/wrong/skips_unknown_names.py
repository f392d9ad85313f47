"""A name that no group has passes silently: a typing slip then trains for days at the old rate. Raise KeyError first."""

from reference import *  # noqa: F403

FAILS = ["test_set_lr_unknown_name"]


def set_lr(opt, lr_by_group):
    for group in opt.param_groups:
        if group.get("name") in lr_by_group:
            group["lr"] = lr_by_group[group["name"]]
