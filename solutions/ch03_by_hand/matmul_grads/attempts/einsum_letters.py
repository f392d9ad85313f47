"""Right: one einsum for each operand, with letters for the dimensions it has; sums by torch.sum afterwards."""

import torch


def reduce_batch(g, batch):
    """Sums the leading dimensions of g (all but the last two letters) to the shape batch."""
    lead = g.dim() - 2
    padded = (1,) * (lead - len(batch)) + tuple(batch)
    dims = [d for d in range(lead) if padded[d] == 1]
    if dims:
        g = g.sum(dims, keepdim=True)
    return g.reshape(*batch, *g.shape[-2:])


def matmul_backward(grad, x, w):
    if x.dim() == 1 and w.dim() == 1:
        return grad * w, grad * x
    if x.dim() <= 2 and w.dim() <= 2:
        a = "k" if x.dim() == 1 else "nk"
        b = "k" if w.dim() == 1 else "km"
        y = (a + b).replace("k", "")
        return torch.einsum(f"{y},{b}->{a}", grad, w), torch.einsum(f"{a},{y}->{b}", x, grad)
    row, column = x.dim() == 1, w.dim() == 1
    a = x.unsqueeze(0) if row else x
    b = w.unsqueeze(1) if column else w
    g = grad
    if column:
        g = g.unsqueeze(-1)
    if row:
        g = g.unsqueeze(-2)
    gx = torch.einsum("...nm,...km->...nk", g, b)
    gw = torch.einsum("...nk,...nm->...km", a, g)
    return reduce_batch(gx, a.shape[:-2]).reshape(x.shape), reduce_batch(gw, b.shape[:-2]).reshape(w.shape)
