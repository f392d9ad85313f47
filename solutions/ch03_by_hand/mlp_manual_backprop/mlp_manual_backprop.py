"""A two-layer network in NumPy: forward, backward by hand, gradient descent."""

import numpy as np


class MLP:
    def __init__(self, n_in: int, n_hidden: int, n_out: int, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        self.W1 = rng.normal(0, np.sqrt(2 / n_in), (n_in, n_hidden))
        self.b1 = np.zeros(n_hidden)
        self.W2 = rng.normal(0, np.sqrt(2 / n_hidden), (n_hidden, n_out))
        self.b2 = np.zeros(n_out)

    def forward(self, X: np.ndarray) -> np.ndarray:
        self._X = X
        self._hidden = np.maximum(X @ self.W1 + self.b1, 0)
        return self._hidden @ self.W2 + self.b2

    def backward(self, dlogits: np.ndarray) -> dict[str, np.ndarray]:
        # relu(a) > 0 exactly where a > 0, so the hidden layer itself is the mask.
        dhidden = (dlogits @ self.W2.T) * (self._hidden > 0)
        self._grads = {
            "W1": self._X.T @ dhidden,
            "b1": dhidden.sum(0),
            "W2": self._hidden.T @ dlogits,
            "b2": dlogits.sum(0),
        }
        return self._grads

    def step(self, lr: float) -> None:
        for name, grad in self._grads.items():
            setattr(self, name, getattr(self, name) - lr * grad)


def softmax_cross_entropy(logits: np.ndarray, y: np.ndarray) -> tuple[float, np.ndarray]:
    rows = np.arange(len(y))
    # Softmax does not change when a row is shifted; with its maximum at 0 no exp can overflow.
    shifted = logits - logits.max(1, keepdims=True)
    log_p = shifted - np.log(np.exp(shifted).sum(1, keepdims=True))
    dlogits = np.exp(log_p)
    dlogits[rows, y] -= 1
    return float(-log_p[rows, y].mean()), dlogits / len(y)
