"""The whole Jacobian twice: numeric ones column by column, autograd's row by row."""

import itertools

import torch


def positions(x):
    return itertools.product(*map(range, x.shape))


def column(f, inputs, i, at, eps):
    values = [x.detach().clone() for x in inputs]
    start = values[i][at].item()
    values[i][at] = start + eps
    with torch.no_grad():
        above = f(*values).clone()
        values[i][at] = start - eps
        below = f(*values).clone()
    return (above - below) / (2 * eps)


def numerical_grad(f, inputs, eps=1e-6):
    for x in inputs:
        if x.dtype in (torch.float32, torch.float16, torch.bfloat16):
            raise ValueError(f"float64 is needed, not {x.dtype}")
    grads = []
    for i, x in enumerate(inputs):
        if x.dtype is not torch.float64:
            grads.append(None)
            continue
        grad = torch.empty(x.shape, dtype=x.dtype)
        for at in positions(x):
            grad[at] = column(f, inputs, i, at, eps)
        grads.append(grad)
    return grads


def my_gradcheck(f, inputs, eps=1e-6, atol=1e-5, rtol=1e-3):
    wanted = [i for i, x in enumerate(inputs) if x.requires_grad]
    if not wanted:
        raise ValueError("no input requires grad")
    if {inputs[i].dtype for i in wanted} != {torch.float64}:
        raise ValueError("float64 is needed")
    output = f(*inputs)
    ok = True
    for i in wanted:
        analytic = torch.zeros(output.numel(), inputs[i].numel(), dtype=torch.float64)
        if output.requires_grad:
            for row, unit in zip(analytic, torch.eye(output.numel(), dtype=output.dtype)):
                (g,) = torch.autograd.grad(
                    output, inputs[i], unit.view_as(output), retain_graph=True, allow_unused=True
                )
                if g is not None:
                    row.copy_(g.reshape(-1))
        numeric = torch.zeros_like(analytic)
        for n, at in enumerate(positions(inputs[i])):
            numeric[:, n] = column(f, inputs, i, at, eps).reshape(-1)
        ok = ok and bool(((analytic - numeric).abs() <= atol + rtol * numeric.abs()).all())
    return ok
