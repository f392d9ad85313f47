"""`output[j]` is a row when the output has two dimensions, and an error when it has none: flatten the output first."""

import torch
from reference import *  # noqa: F403
from reference import numerical_grad

FAILS = [
    "test_leaves_no_trace[my_gradcheck]",
    "test_accepts_right_gradients",
    "test_rejects_wrong_gradients",
    "test_rejects_what_cancels",
]


def my_gradcheck(f, inputs, eps=1e-6, atol=1e-5, rtol=1e-3):
    checked = [x for x in inputs if x.requires_grad]
    if not checked or any(x.dtype != torch.float64 for x in checked):
        raise ValueError("float64")

    def element(j, values):
        given = iter(values)
        return f(*(next(given) if x.requires_grad else x for x in inputs))[j]

    output = f(*inputs)
    for j in range(output.numel()):
        numeric = numerical_grad(lambda *values: element(j, values), checked, eps)
        analytic = [None] * len(checked)
        if output.requires_grad:
            analytic = torch.autograd.grad(output[j], checked, retain_graph=True, allow_unused=True)
        for a, n in zip(analytic, numeric):
            if not (((0 if a is None else a) - n).abs() <= atol + rtol * n.abs()).all():
                return False
    return True
