"""Another way: a new tensor that is filled, no_grad, an addition that keeps the graph."""

import torch


def snapshot(t):
    with torch.no_grad():
        return torch.empty_like(t).copy_(t)


def stop_gradient(t):
    with torch.no_grad():
        return t.view_as(t) if not t.requires_grad else t.detach()


def copy_with_grad(t):
    return torch.empty_like(t, requires_grad=False).copy_(t)


def fresh_leaf(t):
    return torch.from_numpy(t.detach().numpy().copy()).requires_grad_()


def keep_best(params, step, steps):
    history = [(float("inf"), steps + 1, [snapshot(p) for p in params])]
    for i in range(1, steps + 1):
        loss = step()
        if loss == loss:
            history = [min(history[0], (loss, i, [snapshot(p) for p in params]), key=lambda entry: entry[:2])]
    return history[0][2]
