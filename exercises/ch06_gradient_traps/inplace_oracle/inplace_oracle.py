"""What in-place operations do to a backward, foretold without running it; and one function repaired."""

from typing import Literal

from torch import Tensor

Step = tuple[str, ...]


def outcome(program: list[Step]) -> Literal["ok", "leaf", "version", "silent"]:
    """What happens when torch runs the program.

    program: steps (target, operation, operands...), the last one is (name, "backward")
    -> "leaf": a step is refused; "version": backward raises; "silent": backward computes with a changed value
    and does not notice; "ok": none of these
    """
    raise NotImplementedError


def fixed_forward(x: Tensor, w: Tensor) -> Tensor:
    """The values of the statement's `forward`, with a backward that works, and at most six new tensors.

    x: (n, d), w: (d, k) -> (n, k)
    """
    raise NotImplementedError
