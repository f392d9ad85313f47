"""Own parameters first, then child by child; known parameters in a set; the new group made by hand-written defaults."""

from itertools import chain

from torch import nn


def layerwise_groups(model, base_lr, decay):
    taken = set()

    def fresh(parameters):
        found = [p for p in parameters if p.requires_grad and p not in taken]
        taken.update(found)
        return found

    own = [(name, fresh([p])) for name, p in model.named_parameters(recurse=False)]
    groups = [{"name": name, "params": params} for name, params in own if params]
    for name, child in model.named_children():
        params = fresh(dict.fromkeys(child.parameters()))
        if params:
            groups.append({"name": name, "params": params})
    lr = base_lr
    for group in reversed(groups):
        group["lr"] = lr
        lr *= decay
    return groups


def set_lr(opt, lr_by_group):
    names = [group.get("name") for group in opt.param_groups]
    for name in lr_by_group:
        if name not in names:
            raise KeyError(name)
    for group, name in zip(opt.param_groups, names):
        if name in lr_by_group:
            group.update(lr=lr_by_group[name])


def add_head(opt, head: nn.Module, lr, name):
    known = set(chain.from_iterable(group["params"] for group in opt.param_groups))
    params = [p for p in head.parameters() if p not in known and p.requires_grad]
    opt.add_param_group({**opt.defaults, "params": params, "lr": lr, "name": name})
