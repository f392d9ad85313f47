"""Right: itertools.groupby over the names, rates multiplied from the back to the front."""

from itertools import groupby


def layer(pair):
    return pair[0].partition(".")[0]


def layerwise_groups(model, base_lr, decay):
    pairs = [(n, p) for n, p in model.named_parameters() if p.requires_grad]
    groups = [dict(name=k, params=[p for _, p in g], lr=base_lr) for k, g in groupby(pairs, layer)]
    lr = base_lr
    for group in reversed(groups):
        group["lr"] = lr
        lr *= decay
    return groups


def set_lr(opt, lr_by_group):
    todo = []
    for name, lr in lr_by_group.items():
        found = [g for g in opt.param_groups if g.get("name") == name]
        if not found:
            raise KeyError(f"there is no group called {name!r}")
        todo += [(g, lr) for g in found]
    for g, lr in todo:
        g.update(lr=lr)


def add_head(opt, head, lr, name):
    mine = set()
    for g in opt.param_groups:
        mine.update(g["params"])
    new = filter(lambda p: p.requires_grad and p not in mine, head.parameters())
    opt.add_param_group({"name": name, "lr": lr, "params": list(new)})
