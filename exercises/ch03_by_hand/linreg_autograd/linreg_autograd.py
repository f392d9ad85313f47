"""Linear regression with tensors and autograd, without torch.nn and torch.optim."""

from torch import Tensor


def mse_loss(X: Tensor, y: Tensor, w: Tensor, b: Tensor) -> Tensor:
    """Mean squared error of X @ w + b against y, differentiable.

    X: (N, D), y: (N,), w: (D,), b: () -> ()
    """
    raise NotImplementedError


def sgd_step(params: list[Tensor], lr: float) -> None:
    """p ← p − lr · p.grad for every parameter that has a gradient, in place; clears the gradients.

    params: leaf tensors that require grad, of any shapes
    """
    raise NotImplementedError


def fit(X: Tensor, y: Tensor, lr: float, steps: int) -> tuple[Tensor, Tensor, list[float]]:
    """Gradient descent from w = 0, b = 0.

    X: (N, D), y: (N,) -> w: (D,), b: (), history: `steps` floats, the loss before each update
    """
    raise NotImplementedError
