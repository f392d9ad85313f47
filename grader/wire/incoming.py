"""One message that came: new tensors, their places in the graph, and the values that refer to them."""

from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from grader.wire import raw
from grader.wire.outgoing import KEPT, NEW_PARAMETER, NEW_REBASED, NEW_REQUIRES_GRAD, NEW_WATCHED, WATCHED
from grader.wire.reader import Reader
from grader.wire.twins import write
from grader.wire.values import GLOBAL, NEW, OURS, TENSOR, THEIRS, Tree
from grader.wire.violation import ProtocolViolation

if TYPE_CHECKING:
    from grader.wire.peer import Peer


class Incoming(Reader):
    """Reads a message. ``new`` keeps new tensors (by key) until the body refers to them."""

    def __init__(self, peer: "Peer", buffers: list[Tensor]) -> None:
        self.buffers = buffers
        self.made: list[Any] = []
        self.peer = peer
        self.asks = False  # whether the message is a request
        self.new: dict[int, Tensor] = {}

    def drop(self) -> None:
        """Let go of everything that was read."""
        if self.made:
            self.made = []
        if self.new:
            self.new = {}

    # -- before the body ---------------------------------------------------------------------------------------

    def read_leaf(self, node: Any) -> None:
        """A tensor that is more than values: ``[key, flags, values, grad | None]``."""
        key, flags, values, grad = node
        tensor = raw.read_tensor(values, self.buffers)
        if flags & NEW_PARAMETER:
            tensor = torch.nn.Parameter(tensor, requires_grad=bool(flags & NEW_REQUIRES_GRAD))
        elif flags & NEW_REQUIRES_GRAD:
            tensor.requires_grad_(True)
        if grad is not None:
            tensor.grad = raw.read_tensor(grad, self.buffers)
        shot = values if grad is None and len(values) == 2 else None
        self.peer.twins.adopt(key, tensor, watched=bool(flags & NEW_WATCHED), shot=shot)
        self.new[key] = tensor

    def read_node(self, node: Any) -> None:
        """Tensors with a graph behind them: ``[number, keys of inputs, hidden, [[key, flags, values], …]]``."""
        number, keys, hidden, outputs = node
        twins = self.peer.twins
        inputs = [twins.resolve(key) for key in keys]
        values: list[Tensor] = []
        dirty: list[Tensor] = []
        for key, flags, written in outputs:
            value = raw.read_tensor(written, self.buffers)
            if flags & NEW_REBASED:
                tensor = twins.resolve(key)
                twins.note_rewritten(twins.by_key[key], tensor)
                with torch.no_grad():
                    write(tensor, value, counted=True)
                dirty.append(tensor)
                value = tensor
            values.append(value)
        if type(number) is not int:
            raise ProtocolViolation("a node is not one")
        peer = self.peer
        made = peer.gradients.connect(peer.request, number, hidden, values, dirty, inputs)
        for (key, flags, _), tensor in zip(outputs, made, strict=True):
            if flags & NEW_REBASED:
                twin = twins.by_key[key]
                twins.rebase(twin, tensor)
                twins.settle(twin, tensor)
            else:
                twins.adopt(key, tensor, watched=bool(flags & NEW_WATCHED))
            self.new[key] = tensor

    # -- the body ----------------------------------------------------------------------------------------------

    def read_new(self, node: list[Tree]) -> Tensor:
        """A plain tensor: lent by a request, or a result, of which its side may keep a half."""
        _, key, values, kept = node
        tensor = self.new[key] = raw.read_tensor(values, self.buffers)
        peer = self.peer
        if self.asks:
            peer.loans.borrow(key, tensor, values)
        elif kept in (KEPT, WATCHED):
            shot = values if len(values) == 2 else None
            peer.twins.adopt(key, tensor, watched=kept == WATCHED, shot=shot)
        elif peer.judge:
            peer.twins.note_came(tensor)
        return tensor

    def read_tensor(self, node: list[Tree]) -> Tensor:
        what = node[1]
        if type(what) is list:
            return raw.read_tensor(what, self.buffers)
        tensor = self.new.get(what)
        return self.peer.twins.resolve(what) if tensor is None else tensor

    def read_ours(self, node: list[Tree]) -> object:
        return self.peer.objects.mine(node[1])

    def read_theirs(self, node: list[Tree]) -> object:
        return self.peer.objects.adopt(node)

    def read_global(self, node: list[Tree]) -> object:
        return self.peer.exposure.find_global(node[1], node[2])


Incoming.table = [*Reader.table]
Incoming.table[NEW] = Incoming.read_new
Incoming.table[TENSOR] = Incoming.read_tensor
Incoming.table[OURS] = Incoming.read_ours
Incoming.table[THEIRS] = Incoming.read_theirs
Incoming.table[GLOBAL] = Incoming.read_global
