"""One message in the making: what changed, what is new, and the body."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec
import torch
from torch import Tensor

from grader.wire import graph, raw
from grader.wire.twins import Twin, edge_of, watchable
from grader.wire.values import GLOBAL, OURS, TENSOR, THEIRS, Tree, Writer
from grader.wire.violation import CannotCross

if TYPE_CHECKING:
    from grader.wire.peer import Peer

NEW_REQUIRES_GRAD, NEW_PARAMETER, NEW_WATCHED, NEW_REBASED = 1, 2, 4, 8
_encode = msgspec.msgpack.Encoder().encode
_storage_uses = torch._C._storage_Use_Count


class Outgoing:
    """Collects a message. ``loose``: tensors cross as values only, without a twin (for gradients of first order)."""

    def __init__(self, peer: "Peer", *, loose: bool, seen: Sequence[object] = ()) -> None:
        self.peer = peer
        self.twins = peer.twins
        self.loose = loose
        self.writer = Writer(self)  # type: ignore[arg-type]
        self._already = seen
        if seen:
            self.writer.start(seen)
        self._updates: list[Any] = []
        self._news: list[list[Any]] = []
        self._made: list[tuple[Twin, list[Any]]] = []  # twins that this message introduces, with their entries
        self._outputs: list[tuple[Twin, list[Any]]] = []  # those with a graph behind them
        self._rebased: list[tuple[Twin, list[Any]]] = []
        self._moved: list[Tensor] = []  # the rebased tensors, until their nodes are made
        self._kinds: list[int] = []

    def write(self, value: Any) -> Tree:
        return self.writer.write(value)

    def write_kept(self, value: Any) -> Tree:
        """A handle, also for what would cross by value."""
        return self.write_object(value, self.writer)

    def written(self) -> list[Any]:
        """The objects with identity, in the order of their numbers."""
        return self.writer.noted

    # -- what changed since the last message -------------------------------------------------------------------

    def synchronise(self) -> None:
        for twin, tensor in self.twins.stirred():
            self._update(twin, tensor)

    def _update(self, twin: Twin, tensor: Tensor) -> None:
        edge = edge_of(tensor) if tensor.requires_grad else None
        if edge is not None and edge != twin.edge:
            entry = [twin.key, NEW_REBASED, self._values(tensor)]
            self._rebased.append((twin, entry))
            self._moved.append(tensor)
            return
        entry_or_none = self.twins.update(twin, tensor, self.writer.buffers, self.writer.kept)
        if entry_or_none is not None:
            self._updates.append(entry_or_none)

    def _touch(self, twin: Twin, tensor: Tensor) -> None:
        """A tensor that nobody watched goes back: send it as it is now, and watch it from now on."""
        self.twins.watch(twin, True)
        if edge_of(tensor) != twin.edge:
            self._update(twin, tensor)
            return
        self._updates.append(self.twins.everything(twin, tensor, self.writer.buffers, self.writer.kept))

    def _values(self, tensor: Tensor) -> list[Any]:
        return raw.write_tensor(tensor, self.writer.buffers, self.writer.kept)

    # -- references --------------------------------------------------------------------------------------------

    def write_tensor(self, tensor: Tensor, writer: Writer) -> Tree:
        if tensor.dtype not in raw.NAMES or tensor.layout not in raw.LAYOUTS:
            return self.write_object(tensor, writer)
        if self.loose:
            return [TENSOR, self._values(tensor)]
        twin = self.twins.known(tensor)
        if twin is None:
            twin = self._introduce(tensor)
        elif not twin.watched and watchable(tensor):
            self._touch(twin, tensor)
        return [TENSOR, twin.key]

    def _introduce(self, tensor: Tensor) -> Twin:
        values = self._values(tensor)
        twin = self.twins.export(tensor, watched=True)
        flags = (NEW_REQUIRES_GRAD if tensor.requires_grad else 0) | (NEW_WATCHED if twin.watched else 0)
        if type(tensor) is not Tensor and isinstance(tensor, torch.nn.Parameter):
            flags |= NEW_PARAMETER
        grad = tensor.grad if twin.edge is None else None
        entry = [twin.key, flags, values, None if grad is None else self._values(grad.detach())]
        self._made.append((twin, entry))
        if twin.edge is not None:
            del entry[3]
            self._outputs.append((twin, entry))
        else:
            self._news.append(entry)
        return twin

    def write_object(self, value: object, writer: Writer) -> Tree:
        exposure = self.peer.exposure
        original = exposure.original(self.peer, value)
        if original is not None:
            self.writer.kept.append(original)
            return [OURS, original._remote_number]
        named = exposure.global_of(value)
        if named is not None:
            return [GLOBAL, *named]
        if not exposure.may_export(value):
            raise CannotCross(f"a {type(value).__name__} cannot cross between the check and the student's code")
        own, kind, description = self.peer.objects.export(value)
        if description is not None:
            self._kinds.append(kind)
        return [THEIRS, own, kind, description]

    # -- sending -----------------------------------------------------------------------------------------------

    def take_back(self) -> None:
        """Forget the body; what changed since the last message stays."""
        for twin, _ in self._made:
            self.twins.forget(twin)
        self.peer.objects.unsend(self._kinds)
        self._made, self._outputs, self._news, self._kinds = [], [], [], []
        self.writer.start(self._already)

    def undo(self) -> None:
        """Forget the whole message, which could not be sent: what changed is to be found again."""
        self.take_back()
        for key in [entry[0] for entry in self._updates] + [entry[0] for _, entry in self._rebased]:
            twin = self.twins.by_key.get(key)
            if twin is not None:
                twin.shot, twin.grad_shot, twin.version, twin.grad_version = None, None, -2, -2

    def send(self, kind: int, turn: int, restored: list[Tree], *body: Tree) -> None:
        peer = self.peer
        nodes = self._nodes() if self._outputs or self._rebased else []
        self._watch(settle=not peer.judge and kind != 0)
        keys, numbers = self.twins.take_dead(), peer.objects.take_dead()
        passes, dead = peer.passes, peer.dead_nodes[:]
        if passes:
            peer.passes = []
        if dead:
            del peer.dead_nodes[: len(dead)]
        changed = keys or numbers or dead or passes or self._updates
        sync = [keys, numbers, dead, passes, self._updates] if changed else None
        try:
            header = _encode([kind, turn, sync, self._news, nodes, restored, *body])
            peer.channel.send(header, self.writer.buffers)
        except CannotCross:
            self.twins.dead[:0] = keys
            peer.objects.dead[:0] = numbers
            peer.passes[:0] = passes
            peer.dead_nodes[:0] = dead
            self.undo()
            raise
        self.writer.sent()

    def _nodes(self) -> list[list[Any]]:
        entries = {twin.key: entry for twin, entry in (*self._outputs, *self._rebased)}
        for twin, _ in self._rebased:  # the old edge stays an input: the new one is found behind it
            twin.rebasing = edge_of(twin.resolve())
        outputs = [twin for twin, _ in (*self._rebased, *self._outputs)]
        nodes = []
        for group, shared, hidden in graph.levels(outputs, self.twins):
            edges = [twin.rebasing or twin.edge for twin in group]
            node = self.peer.new_node([e for e in edges if e is not None], list(shared.items()), hidden)
            nodes.append(
                [
                    node.number,
                    list(shared),
                    2 if node.returns else int(bool(hidden)),
                    [entries[twin.key] for twin in group],
                ]
            )
        for twin, _ in self._rebased:
            twin.rebasing = None
            self.twins.rebase(twin, twin.resolve())
            self.twins.settle(twin, twin.resolve())
        self._moved.clear()
        return nodes

    def _watch(self, *, settle: bool) -> None:
        """Watch what either side can still change: in an answer, not the results that only this table holds."""
        if not settle:
            if self._made:
                self.peer.unsettled += [twin for twin, _ in self._made]
            return
        if not self._made:
            return
        made, self._made = self._made, []
        self.writer.noted.clear()  # else lists that are only answers would hold their tensors
        while made:
            twin, entry = made.pop()
            tensor = twin.strong
            assert tensor is not None
            if twin.watched and _alone(tensor, 4 if type(entry[2][3]) is int else 3):
                self.twins.watch(twin, False)
                entry[1] &= ~NEW_WATCHED
            self.twins.settle(twin, tensor)


def _alone(tensor: Tensor, references: int) -> bool:
    """Whether nothing but the table (and the message) refers to a tensor or to its memory."""
    return (
        tensor.layout is torch.strided
        and sys.getrefcount(tensor) <= references + 1
        and tensor._use_count() == 1  # type: ignore[attr-defined]
        and _storage_uses(tensor.untyped_storage()._cdata) <= 2
    )
