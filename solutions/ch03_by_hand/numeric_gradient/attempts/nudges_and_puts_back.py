"""Right: nudges one shared set of copies and puts the number back, gradients by one-hot grad_outputs."""

import torch


def clones(inputs):
    return [t.detach().clone() for t in inputs]


def nudged(f, xs, x, eps):
    """For every element of x (one of xs): the flat output above minus below, over 2 eps."""
    for index in (
        torch.cartesian_prod(*[torch.arange(n) for n in x.shape]).reshape(x.numel(), x.dim()).tolist()
        if x.dim()
        else [[]]
    ):
        index = tuple(index)
        old = x[index].item()
        outs = []
        for new in (old + eps, old - eps):
            x[index] = new
            outs.append(f(*clones(xs)).detach().flatten())
        x[index] = old
        yield index, (outs[0] - outs[1]) / (2 * eps)


def numerical_grad(f, inputs, eps=1e-6):
    if any(t.is_floating_point() and t.dtype is not torch.float64 for t in inputs):
        raise ValueError("float64 needed")
    xs = clones(inputs)
    result = []
    for x in xs:
        if x.is_floating_point():
            g = torch.zeros(x.shape, dtype=torch.float64)
            for index, d in nudged(f, xs, x, eps):
                g[index] = d[0]
            result.append(g)
        else:
            result.append(None)
    return result


def my_gradcheck(f, inputs, eps=1e-6, atol=1e-5, rtol=1e-3):
    wanted = [t.requires_grad for t in inputs]
    if not any(wanted):
        raise ValueError("nothing to check")
    if any(w and t.dtype is not torch.float64 for w, t in zip(wanted, inputs)):
        raise ValueError("float64 needed")

    xs = clones(inputs)
    tracked = [t.requires_grad_() if w else t for w, t in zip(wanted, clones(inputs))]
    y = f(*tracked)
    for x, leaf in zip(xs, tracked):
        if not leaf.requires_grad:
            continue
        jacobian = torch.zeros(y.numel(), *x.shape, dtype=torch.float64)
        if y.requires_grad:
            for m, pick in enumerate(torch.eye(y.numel(), dtype=y.dtype)):
                (g,) = torch.autograd.grad(y, [leaf], pick.reshape(y.shape), retain_graph=True, allow_unused=True)
                if g is not None:
                    jacobian[m] = g
        for index, numeric in nudged(f, xs, x, eps):
            analytic = jacobian[(slice(None), *index)]
            for a, n in zip(analytic.tolist(), numeric.tolist()):
                if not abs(a - n) <= atol + rtol * abs(n):
                    return False
    return True
