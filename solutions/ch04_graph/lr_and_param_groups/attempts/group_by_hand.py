"""Right: makes the new group out of the optimizer's defaults by hand, and compares with `is` in nested loops."""

SEPARATOR = "."


class Layer:
    def __init__(self, name):
        self.name = name
        self.parameters = []

    def as_group(self, lr):
        group = dict()
        group["name"] = self.name
        group["params"] = self.parameters
        group["lr"] = lr
        return group


def layerwise_groups(model, base_lr, decay):
    layers = []
    for full_name, parameter in model.named_parameters():
        if parameter.requires_grad is False:
            continue
        if SEPARATOR in full_name:
            short = full_name[: full_name.index(SEPARATOR)]
        else:
            short = full_name
        if len(layers) == 0 or layers[-1].name != short:
            layers.append(Layer(short))
        layers[-1].parameters.append(parameter)
    rates = [base_lr]
    while len(rates) < len(layers):
        rates.insert(0, rates[0] * decay)
    result = []
    for i in range(len(layers)):
        result.append(layers[i].as_group(rates[i]))
    return result


def set_lr(opt, lr_by_group):
    names = []
    for group in opt.param_groups:
        if "name" in group.keys():
            names.append(group["name"])
    missing = [name for name in lr_by_group.keys() if names.count(name) == 0]
    if len(missing) > 0:
        raise KeyError(missing[0])
    for name, rate in lr_by_group.items():
        for index in range(len(opt.param_groups)):
            if opt.param_groups[index].get("name", None) == name:
                opt.param_groups[index]["lr"] = rate


def add_head(opt, head, lr, name):
    new = []
    for candidate in head.parameters():
        is_known = False
        for group in opt.param_groups:
            for p in group["params"]:
                if p is candidate:
                    is_known = True
        if not is_known and candidate.requires_grad:
            new.append(candidate)
    group = {}
    for key, value in opt.defaults.items():
        group[key] = value
    group["params"] = new
    group["lr"] = lr
    group["name"] = name
    opt.add_param_group(group)
