"""You put the head's parameters into a group that is there: they train at its rate, and no name reaches them."""

from reference import *  # noqa: F403

FAILS = ["test_example_add_head", "test_add_head_trains", "test_add_head_takes_what_is_new"]


def add_head(opt, head, lr, name):
    known = {p for group in opt.param_groups for p in group["params"]}
    opt.param_groups[-1]["params"] += [p for p in head.parameters() if p.requires_grad and p not in known]
