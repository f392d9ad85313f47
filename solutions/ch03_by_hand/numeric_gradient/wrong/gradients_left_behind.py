"""`backward()` adds into the `.grad` of the caller's tensors: `torch.autograd.grad` returns the gradients and leaves nothing behind."""

import reference
from reference import *  # noqa: F403

FAILS = ["test_leaves_no_trace[my_gradcheck]"]


def my_gradcheck(f, inputs, eps=1e-6, atol=1e-5, rtol=1e-3):
    answer = reference.my_gradcheck(f, inputs, eps, atol, rtol)
    output = f(*inputs)
    if output.requires_grad:
        output.sum().backward()
    return answer
