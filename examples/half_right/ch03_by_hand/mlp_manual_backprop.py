"""A two-layer network in NumPy: forward, backward by hand, gradient descent."""

import numpy as np


class MLP:
    """logits = relu(X @ W1 + b1) @ W2 + b2"""

    def __init__(self, n_in: int, n_hidden: int, n_out: int, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        self.W1 = rng.normal(0, np.sqrt(2 / n_in), (n_in, n_hidden))
        self.b1 = np.zeros(n_hidden)
        self.W2 = rng.normal(0, np.sqrt(2 / n_hidden), (n_hidden, n_out))
        self.b2 = np.zeros(n_out)

    def forward(self, X: np.ndarray) -> np.ndarray:
        self.X = X
        self.h = np.maximum(X @ self.W1 + self.b1, 0)
        return self.h @ self.W2 + self.b2

    def backward(self, dlogits: np.ndarray) -> dict[str, np.ndarray]:
        dh = dlogits @ self.W2.T
        self.grads = {
            "W1": self.X.T @ dh,
            "b1": dh.sum(0),
            "W2": self.h.T @ dlogits,
            "b2": dlogits.sum(0),
        }
        return self.grads

    def step(self, lr: float) -> None:
        for name, grad in self.grads.items():
            setattr(self, name, getattr(self, name) - lr * grad)


def softmax_cross_entropy(logits: np.ndarray, y: np.ndarray) -> tuple[float, np.ndarray]:
    """Mean of −log softmax(logits)[n, y[n]] over the rows, and its gradient."""
    n = len(y)
    z = logits - logits.max(1, keepdims=True)
    p = np.exp(z) / np.exp(z).sum(1, keepdims=True)
    loss = -np.log(p[np.arange(n), y]).mean()
    d = p.copy()
    d[np.arange(n), y] -= 1
    return float(loss), d
