"""You make the whole matrix and multiply: that is n² numbers for a product that needs n. Differentiate a vector-Jacobian product instead."""

from reference import *  # noqa: F403
from reference import jacobian, pull

FAILS = ["test_no_matrix[jvp]", "test_no_matrix[hvp]", "test_other_shapes_are_refused"]


def jvp(f, x, u):
    J = jacobian(f, x)
    y_shape = J.shape[: J.dim() - x.dim()]
    return (J.reshape(y_shape.numel(), x.numel()) @ u.flatten()).reshape(y_shape)


def hvp(f, x, v):
    def gradient(x):
        y = f(x)
        return pull(y, x, torch.ones_like(y), create_graph=True)

    return jvp(gradient, x, v)
