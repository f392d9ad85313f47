"""Right: logaddexp and logsumexp, forward hooks that note the first bad name, buffers copied and put back."""

import torch
from torch import Tensor, nn


def stable_bce_with_logits(x: Tensor, y: Tensor) -> Tensor:
    zero = torch.zeros_like(x)
    return (y * torch.logaddexp(zero, -x) + (1 - y) * torch.logaddexp(zero, x)).mean()


def stable_cross_entropy(logits: Tensor, target: Tensor) -> Tensor:
    picked = logits.gather(1, target[:, None]).squeeze(1)
    return (torch.logsumexp(logits, dim=1) - picked).mean()


def _all_finite(output):
    if isinstance(output, Tensor):
        return bool(torch.isfinite(output).all())
    if isinstance(output, dict):
        return all(_all_finite(o) for o in output.values())
    if isinstance(output, (tuple, list)):
        return all(_all_finite(o) for o in output)
    return True


def first_nonfinite(module: nn.Module, x: Tensor) -> str | None:
    found = []

    def watch(name):
        def hook(_module, _args, output):
            if not found and not _all_finite(output):
                found.append(name)

        return hook

    buffers = [(m, k, b, b.detach().clone()) for m in module.modules() for k, b in m._buffers.items() if b is not None]
    handles = [m.register_forward_hook(watch(name)) for name, m in module.named_modules()]
    try:
        module(x)
    finally:
        for handle in handles:
            handle.remove()
        with torch.no_grad():
            for m, k, b, saved in buffers:
                b.copy_(saved)
                m._buffers[k] = b
    return found[0] if found else None
