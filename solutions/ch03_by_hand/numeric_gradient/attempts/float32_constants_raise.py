"""Wrong: gives all inputs to numerical_grad, which raises for a float32 input that does not require grad and should be passed on."""

import torch
from torch import Tensor


def numerical_grad(f, inputs, eps=1e-6):
    answer = []
    inputs = tuple(inputs)
    for t in inputs:
        if t.dtype in (torch.float16, torch.bfloat16, torch.float32):
            raise ValueError("use float64")
    for position, t in enumerate(inputs):
        if t.dtype != torch.float64:
            answer.append(None)
            continue
        before, after = inputs[:position], inputs[position + 1 :]
        constant = [x.detach().clone() for x in before], [x.detach().clone() for x in after]
        flat = t.detach().reshape(-1).clone()
        slopes = []
        for i in range(len(flat)):
            nudge = torch.zeros(len(flat), dtype=torch.float64)
            nudge[i] = eps
            up = f(*constant[0], (flat + nudge).reshape(t.shape), *constant[1]).item()
            down = f(*constant[0], (flat - nudge).reshape(t.shape), *constant[1]).item()
            slopes.append((up - down) / (2 * eps))
        answer.append(torch.tensor(slopes, dtype=torch.float64).reshape(t.shape))
    return answer


def my_gradcheck(f, inputs, eps=1e-6, atol=1e-5, rtol=1e-3):
    places = [i for i in range(len(inputs)) if inputs[i].requires_grad]
    if places == []:
        raise ValueError("at least one input must require grad")
    for i in places:
        if inputs[i].dtype != torch.float64:
            raise ValueError("inputs that require grad must be float64")

    def with_inputs(*some):
        everything = [t.detach().clone() for t in inputs]
        for i, t in zip(places, some):
            everything[i] = t
        return f(*everything)

    some = [inputs[i].detach().clone() for i in places]
    length = with_inputs(*some).numel()
    for m in range(length):

        def one_element(*args, m=m) -> Tensor:
            return with_inputs(*args).flatten()[m]

        numeric = numerical_grad(lambda *args: f(*args).flatten()[m], inputs, eps)
        numeric = [numeric[i] for i in places]
        leaves = [t.clone().requires_grad_(True) for t in some]
        out = one_element(*leaves)
        if out.grad_fn is None:
            analytic = [None for _ in leaves]
        else:
            analytic = torch.autograd.grad(out, leaves, allow_unused=True)
        for a, n in zip(analytic, numeric):
            if a is None:
                a = torch.zeros_like(n)
            good = torch.le(torch.abs(a - n), atol + rtol * torch.abs(n))
            if good.logical_not().any():
                return False
    return True
