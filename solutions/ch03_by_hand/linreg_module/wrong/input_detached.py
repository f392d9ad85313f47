"""You detach the input: the layer below this one would get no gradient."""

from reference import *  # noqa: F403
from reference import Linear as Right

FAILS = ["test_gradient_of_the_input"]


class Linear(Right):
    def forward(self, x):
        y = x.detach() @ self.weight.T
        return y if self.bias is None else y + self.bias
