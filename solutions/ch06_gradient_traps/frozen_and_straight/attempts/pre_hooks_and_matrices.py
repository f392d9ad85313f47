"""Right: a forward pre-hook that puts batch norms into eval mode, a Function for the step, matrices for bilinear."""

import torch

BATCH_NORMS = (torch.nn.BatchNorm1d, torch.nn.BatchNorm2d, torch.nn.BatchNorm3d)


def freeze(module, bn_eval=True):
    module.requires_grad_(False)
    module.zero_grad(set_to_none=True)
    for p in module.parameters():
        p.grad = None

    def sleep(m, args):
        m.eval()

    if not bn_eval:
        return
    for m in module.modules():
        if isinstance(m, BATCH_NORMS):
            m.eval()
            m.register_forward_pre_hook(sleep)


def trainable(module):
    names = []
    for name, p in module.named_parameters():
        if p.requires_grad:
            names.append(name)
    return names


class _OneHot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, probabilities, logits):
        best = logits.argmax(dim=-1)
        classes = torch.arange(logits.shape[-1], device=logits.device)
        return (classes == best.unsqueeze(-1)).to(logits.dtype)

    @staticmethod
    def backward(ctx, grad):
        return grad, None


def hard_argmax_st(logits):
    return _OneHot.apply(torch.softmax(logits, dim=-1), logits.detach())


def weights(n, scale, dtype):
    centres = ((torch.arange(n * scale).double() + 0.5) / scale - 0.5).clamp(0, n - 1)
    distance = (centres[:, None] - torch.arange(n)).abs()
    return (1 - distance).clamp(min=0).to(dtype)


def upsample(x, scale, mode):
    N, C, H, W = x.shape
    if mode == "nearest":
        big = x[:, :, :, None, :, None].expand(N, C, H, scale, W, scale)
        return big.reshape(N, C, H * scale, W * scale)
    elif mode == "bilinear":
        rows, columns = weights(H, scale, x.dtype), weights(W, scale, x.dtype)
        return torch.einsum("nchw,ih,jw->ncij", x, rows, columns)
    else:
        raise ValueError(mode)
