"""Two loops of their own; the gradient by backward on a copy of the input, with the parameters' gradients put back."""

import copy

import torch


def _slope(model, loss_fn, x, y):
    twin = copy.deepcopy(model).eval()
    for p in twin.parameters():
        p.grad = None
    with torch.enable_grad():
        at = x.detach().clone().requires_grad_()
        loss_fn(twin(at), y).backward()
    return at.grad


def fgsm(model, loss_fn, x, y, eps):
    return torch.clip(x.detach() + eps * torch.sign(_slope(model, loss_fn, x, y)), 0.0, 1.0)


def pgd(model, loss_fn, x, y, eps, alpha, steps):
    delta = torch.zeros_like(x)
    for _ in range(steps):
        delta = delta + alpha * torch.sign(_slope(model, loss_fn, x.detach() + delta, y))
        delta = (x.detach() + delta.clamp(-eps, eps)).clamp(0, 1) - x.detach()
    return x.detach() + delta


def adversarial_step(model, loss_fn, optimizer, x, y, eps):
    modes = {part: part.training for part in model.modules()}
    model.eval()
    point = x.detach().clone().requires_grad_()
    grad = torch.autograd.grad(loss_fn(model(point), y), point)[0]
    for part, mode in modes.items():
        part.training = mode
    optimizer.zero_grad(set_to_none=False)
    loss = loss_fn(model((x + eps * grad.sign()).clamp(0, 1)), y)
    loss.backward()
    optimizer.step()
    return float(loss.detach())
