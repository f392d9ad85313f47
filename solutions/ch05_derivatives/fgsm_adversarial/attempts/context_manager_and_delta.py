"""Right: a context manager for the modes, pgd on the difference to x, fgsm as one step of pgd."""

from contextlib import contextmanager

import torch


@contextmanager
def attacked(model):
    training = {name: m.training for name, m in model.named_modules()}
    try:
        model.eval()
        with torch.enable_grad():
            yield
    finally:
        for name, m in model.named_modules():
            m.training = training[name]


def pgd(model, loss_fn, x, y, eps, alpha, steps):
    x = x.detach()
    result = x.clone()
    with attacked(model):
        for _ in range(steps):
            point = result.detach().requires_grad_(True)
            g = torch.autograd.grad(loss_fn(model(point), y), [point])[0]
            with torch.no_grad():
                delta = (point + alpha * torch.sign(g) - x).clamp(-eps, eps)
                result = torch.clip(x + delta, 0.0, 1.0)
    return result.detach()


def fgsm(model, loss_fn, x, y, eps):
    if eps == 0:
        return x.detach().clone().clamp(0, 1)
    return pgd(model, loss_fn, x, y, eps, alpha=eps, steps=1)


def adversarial_step(model, loss_fn, optimizer, x, y, eps):
    x_adv = fgsm(model, loss_fn, x, y, eps)
    model.zero_grad()
    optimizer.zero_grad(set_to_none=True)
    with torch.enable_grad():
        loss = loss_fn(model(x_adv), y)
        loss.backward()
    value = float(loss.detach())
    optimizer.step()
    return value
