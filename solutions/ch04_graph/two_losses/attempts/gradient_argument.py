"""Right: the weight as gradient argument; materialized zeros, and a last backward whose .grad are put back."""

import torch


def backward_split(loss_a, loss_b, weight):
    torch.autograd.backward([loss_a], retain_graph=True)
    torch.autograd.backward([loss_b], grad_tensors=[torch.full_like(loss_b, weight)])


def vector(loss, params):
    grads = torch.autograd.grad(loss, params, retain_graph=True, materialize_grads=True)
    return torch.cat([g.detach().reshape(-1).double() for g in grads])


def grad_cosine(loss_a, loss_b, params):
    a = vector(loss_a, params)
    b = vector(loss_b, params)
    if not a.any() or not b.any():
        return 0.0
    return torch.dot(a / a.norm(), b / b.norm()).item()


def reached(loss, params):
    return [g is not None for g in torch.autograd.grad(loss, params, retain_graph=True, allow_unused=True)]


def all_leaves(*losses):
    nodes = {torch.autograd.graph.get_gradient_edge(loss)[0] for loss in losses}
    new = set(nodes)
    while new:
        new = {n for node in new for n, _ in node.next_functions if n is not None} - nodes
        nodes |= new
    return [n.variable for n in nodes if type(n).__name__ == "AccumulateGrad"]


def backward_surgery(loss_a, loss_b, params):
    a, b = vector(loss_a, params), vector(loss_b, params)
    used = [x or y for x, y in zip(reached(loss_a, params), reached(loss_b, params))]
    ab = torch.dot(a, b)
    if ab >= 0:
        total = a + b
    else:
        total = (a - ab / torch.dot(b, b) * b) + (b - ab / torch.dot(a, a) * a)

    others = all_leaves(loss_a, loss_b)
    before = [p.grad for p in others]
    for p in others:
        p.grad = None
    (loss_a + loss_b).backward()
    for p, grad in zip(others, before):
        p.grad = grad

    start = 0
    for p, is_used in zip(params, used):
        piece = total[start : start + p.numel()].view(p.shape).to(p.dtype)
        start += p.numel()
        if is_used:
            if p.grad is None:
                p.grad = piece.clone()
            else:
                p.grad += piece
