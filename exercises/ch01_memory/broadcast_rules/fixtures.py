"""What must happen where your code runs."""

from collections.abc import Callable

from torch import Tensor


def written_later(expand: Callable[[Tensor, tuple[int, ...]], Tensor], t: Tensor, shape: tuple[int, ...]) -> Tensor:
    """The expanded tensor, looked at after every element of t itself has become 7."""
    expanded = expand(t, shape)
    t.fill_(7)
    return expanded
