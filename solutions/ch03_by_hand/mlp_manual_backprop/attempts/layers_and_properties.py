"""Right: layers with their own backward, properties for the four arrays, logaddexp.reduce for the loss."""

import numpy as np


class Affine:
    def __init__(self, rng, n_in, n_out):
        self.W = rng.standard_normal((n_in, n_out)) * (2 / n_in) ** 0.5
        self.b = np.zeros(n_out)

    def forward(self, x):
        self.x, self.used = x.copy(), self.W
        return np.einsum("ni,io->no", x, self.W) + self.b

    def backward(self, g):
        self.dW = np.einsum("ni,no->io", self.x, g)
        self.db = np.einsum("no->o", g)
        return np.einsum("no,io->ni", g, self.used)


def _part(layer, name):
    def get(self):
        return getattr(self.layers[layer], name)

    def put(self, value):
        setattr(self.layers[layer], name, value)

    return property(get, put)


class MLP:
    W1, b1, W2, b2 = _part(0, "W"), _part(0, "b"), _part(1, "W"), _part(1, "b")

    def __init__(self, n_in, n_hidden, n_out, seed=0):
        rng = np.random.RandomState(seed)
        self.layers = [Affine(rng, n_in, n_hidden), Affine(rng, n_hidden, n_out)]

    def forward(self, X):
        hidden = self.layers[0].forward(X)
        self.active = np.where(hidden > 0, 1.0, 0.0)
        return self.layers[1].forward(hidden * self.active)

    def backward(self, dlogits):
        g = self.layers[1].backward(dlogits)
        self.layers[0].backward(g * self.active)
        first, second = self.layers
        return dict(W1=first.dW, b1=first.db, W2=second.dW, b2=second.db)

    def step(self, lr):
        for layer in self.layers:
            layer.W = layer.W - lr * layer.dW
            layer.b = layer.b - lr * layer.db


def softmax_cross_entropy(logits, y):
    N, C = logits.shape
    log_total = np.logaddexp.reduce(logits, axis=1)
    loss = np.mean(log_total - np.take_along_axis(logits, y[:, None], axis=1)[:, 0])
    one_hot = np.eye(C)[y]
    return loss, (np.exp(logits - log_total[:, None]) - one_hot) / N
