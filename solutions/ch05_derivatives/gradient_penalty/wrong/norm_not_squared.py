"""You return the norm of the input gradient; the exercise asks for its square: the sum of the squares, without a root."""

from reference import *  # noqa: F403
from reference import slope

FAILS = ["test_example_norm", "test_norm", "test_norm_gradients"]


def input_grad_norm_sq(model, loss_fn, x, y):
    x = x.detach().requires_grad_()
    return slope(loss_fn(model(x), y), x).norm()
