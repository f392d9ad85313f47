"""Plain tensors that cross for the length of one call.

Most tensors that cross are arguments that the called code lets go of as they were, and results that nobody there holds
on to. These need no books: the values cross, and that is all. An argument is *lent* by the side that asks and
*borrowed* by the side that answers. What the called code changed, or holds on to when it is over, is *kept*: it becomes
a twin on both sides, as if it had been one from the start. Before the called code asks something in turn, everything
that it borrowed is kept, since the other side may change it meanwhile.
"""

from typing import Any

import torch
from torch import Tensor

from grader.wire.twins import Shot, Twins, snapshot, unchanged, watchable
from grader.wire.versions import TensorRef
from grader.wire.violation import ProtocolViolation

Lent = tuple[int, Tensor, list[Any]]  # key, tensor, its node on the wire
Borrowed = tuple[int, Tensor, Shot]
_STRIDED = torch.strided


def lendable(tensor: Tensor) -> bool:
    """Whether a tensor is all values: no parameter, no graph, no gradient."""
    return (
        type(tensor) is Tensor
        and not tensor.requires_grad
        and tensor.is_cpu
        and tensor.layout is _STRIDED
        and tensor.grad is None
    )


class Loans:
    """Those of the innermost call in each direction."""

    def __init__(self, twins: Twins) -> None:
        self._twins = twins
        self.lent: dict[int, Lent] = {}  # by id of the tensor
        self.borrowed: list[Borrowed] = []
        self.kept: list[int] = []  # keys that the other side is to be told

    # -- of the side that asks ---------------------------------------------------------------------------------

    def keep(self, keys: Any) -> None:
        """The other side goes on holding what it was lent."""
        lent = {loan[0]: loan for loan in self.lent.values()}
        for key in keys:
            loan = lent.pop(key, None)
            if loan is None:
                raise ProtocolViolation("keeps what it was not lent")
            self._twins.unsettled.append(self._twins.export(key, loan[1], watched=True))

    # -- of the side that answers ------------------------------------------------------------------------------

    def borrow(self, key: int, tensor: Tensor, values: list[Any]) -> None:
        if len(values) == 2:
            self.borrowed.append((key, tensor, values))
        elif watchable(tensor):
            self.borrowed.append((key, tensor, snapshot(tensor)))
        else:
            raise ProtocolViolation("lends what has no values")

    def keep_all(self) -> None:
        for loan in self.borrowed:
            self._keep(*loan)
        self.borrowed = []

    def end(self) -> list[Tensor]:
        """The call is over: what was changed, or is still there when it is let go, is kept.

        Gives what is kept, to be held until the changes are written.
        """
        borrowed, left = self.borrowed, []
        while borrowed:
            key, tensor, shot = borrowed.pop()
            if not tensor.requires_grad and tensor.grad is None and unchanged(tensor, shot):
                ref = TensorRef(tensor)
                del tensor
                alive = ref()
                if alive is None:
                    continue
                tensor = alive
            self._keep(key, tensor, shot)
            left.append(tensor)
        return left

    def _keep(self, key: int, tensor: Tensor, shot: Shot) -> None:
        twin = self._twins.adopt(key, tensor, watched=True, shot=shot)
        self._twins.as_it_came(twin)
        self.kept.append(key)
