"""Right: softplus of both signs, a shifted sum of exponentials, and a dictionary of names in the order of finishing."""

import torch
from torch.nn.functional import softplus


def stable_bce_with_logits(x, y):
    return torch.mean(softplus(-x) * y + softplus(x) * (1 - y))


def stable_cross_entropy(logits, target):
    n = logits.shape[0]
    shifted = logits - logits.detach().max(dim=1, keepdim=True).values
    log_total = shifted.exp().sum(dim=1).log()
    return (log_total - shifted[torch.arange(n, device=logits.device), target]).sum() / n


def leaves(output):
    stack = [output]
    while stack:
        o = stack.pop()
        if torch.is_tensor(o):
            yield o
        elif isinstance(o, dict):
            stack.extend(o.values())
        elif isinstance(o, (list, tuple)):
            stack.extend(o)


def first_nonfinite(module, x):
    names = {m: name for name, m in module.named_modules()}
    finished = []

    def note(m, inputs, output):
        bad = any((t.isnan() | t.isinf()).any().item() for t in leaves(output))
        finished.append((names[m], bad))

    saved = []
    for m in names:
        for key, b in m.named_buffers(recurse=False):
            saved.append((m, key, b, b.clone()))
    hooks = []
    try:
        for m in names:
            hooks.append(m.register_forward_hook(note))
        module(x)
    finally:
        for h in hooks:
            h.remove()
        for m, key, b, old in saved:
            b.data.copy_(old)
            setattr(m, key, b)
    return next((name for name, bad in finished if bad), None)
