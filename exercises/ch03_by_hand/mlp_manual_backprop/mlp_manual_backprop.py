"""A two-layer network in NumPy: forward, backward by hand, gradient descent."""

import numpy as np


class MLP:
    """logits = relu(X @ W1 + b1) @ W2 + b2

    Attributes, float64: W1 (n_in, n_hidden), b1 (n_hidden,), W2 (n_hidden, n_out), b2 (n_out,)
    """

    def __init__(self, n_in: int, n_hidden: int, n_out: int, seed: int = 0) -> None:
        """Weights normal with mean 0 and standard deviation √(2 / number of inputs of the layer); biases 0."""
        raise NotImplementedError

    def forward(self, X: np.ndarray) -> np.ndarray:
        """X: (N, n_in) -> logits: (N, n_out). Keeps what backward needs."""
        raise NotImplementedError

    def backward(self, dlogits: np.ndarray) -> dict[str, np.ndarray]:
        """Gradients for the batch of the last forward.

        dlogits: (N, n_out), ∂loss/∂logits -> {"W1": …, "b1": …, "W2": …, "b2": …}, each shaped like its array
        """
        raise NotImplementedError

    def step(self, lr: float) -> None:
        """Every array ← array − lr · its gradient from the last backward."""
        raise NotImplementedError


def softmax_cross_entropy(logits: np.ndarray, y: np.ndarray) -> tuple[float, np.ndarray]:
    """Mean of −log softmax(logits)[n, y[n]] over the rows, and its gradient.

    logits: (N, C), y: (N,) integers in 0..C-1 -> loss: float, dlogits: (N, C)
    """
    raise NotImplementedError
