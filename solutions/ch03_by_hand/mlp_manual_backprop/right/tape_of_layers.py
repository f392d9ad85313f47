"""Another way: layers that each know their own backward, a one-hot loss, and the arrays kept in the layers."""

import numpy as np


class _Dense:
    def __init__(self, rng, n_in, n_out):
        self.W, self.b = rng.standard_normal((n_in, n_out)) * (2 / n_in) ** 0.5, np.zeros(n_out)

    def forward(self, x):
        self.x = x
        return np.einsum("ni,io->no", x, self.W) + self.b

    def backward(self, dout):
        self.dW, self.db = np.einsum("ni,no->io", self.x, dout), np.einsum("no->o", dout)
        return np.einsum("no,io->ni", dout, self.W)


def _part(layer, name):
    return property(
        lambda self: getattr(getattr(self, layer), name), lambda self, value: setattr(getattr(self, layer), name, value)
    )


class MLP:
    W1, b1, W2, b2 = _part("first", "W"), _part("first", "b"), _part("second", "W"), _part("second", "b")

    def __init__(self, n_in, n_hidden, n_out, seed=0):
        rng = np.random.default_rng([seed, 17])
        self.first, self.second = _Dense(rng, n_in, n_hidden), _Dense(rng, n_hidden, n_out)

    def forward(self, X):
        before = self.first.forward(X)
        self.open = before > 0
        return self.second.forward(np.where(self.open, before, 0))

    def backward(self, dlogits):
        self.first.backward(np.where(self.open, self.second.backward(dlogits), 0))
        return {"W1": self.first.dW, "b1": self.first.db, "W2": self.second.dW, "b2": self.second.db}

    def step(self, lr):
        for layer in (self.first, self.second):
            layer.W = layer.W - lr * layer.dW
            layer.b = layer.b - lr * layer.db


def softmax_cross_entropy(logits, y):
    one_hot = np.eye(logits.shape[1])[y]
    top = logits.max(axis=1)
    log_total = top + np.log(np.exp(logits - top[:, None]).sum(axis=1))
    p = np.exp(logits - log_total[:, None])
    return float((log_total - (logits * one_hot).sum(axis=1)).mean()), (p - one_hot) / len(y)
