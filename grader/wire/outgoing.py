"""One message in the making: what changed, what is new, and the body."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec
import torch
from torch import Tensor
from torch.autograd import forward_ad

from grader.wire import graph, raw
from grader.wire.loans import Lent, lendable
from grader.wire.proxy import Proxy
from grader.wire.twins import Twin, edge_of, watchable
from grader.wire.values import GLOBAL, NEW, OURS, TENSOR, THEIRS, Tree
from grader.wire.versions import USES_OF_ONE, storage_uses
from grader.wire.violation import CannotCross
from grader.wire.writer import Writer

if TYPE_CHECKING:
    from grader.wire.peer import Peer

NEW_REQUIRES_GRAD, NEW_PARAMETER, NEW_WATCHED, NEW_REBASED = 1, 2, 4, 8
FORGOTTEN, KEPT, WATCHED = range(3)  # what the side where a result was made does with its half
_encode = msgspec.msgpack.Encoder().encode
_references = sys.getrefcount


class Outgoing(Writer):
    """Collects a message. ``loose``: tensors cross as values only, without a half that stays (for plain gradients).

    ``seen``: the containers that the other side has numbered already.
    """

    _already: Sequence[object] = ()

    def __init__(self, peer: "Peer", *, loose: bool, seen: Sequence[object] = ()) -> None:
        self.buffers, self.kept, self.seen, self.noted = [], [], {}, []
        self.peer = peer
        self.twins = peer.twins
        self.loose = loose
        self.new: dict[int, Lent] = {}  # plain tensors that this message introduces, by id
        self._updates: list[Any] = []
        self._made: list[tuple[Twin, list[Any]]] = []  # twins that this message introduces, with their entries
        self._leaves: list[list[Any]] = []  # the entries of those with nothing behind them
        self._outputs: list[tuple[Twin, list[Any]]] = []  # those with a graph behind them
        self._rebased: list[tuple[Twin, list[Any]]] = []
        self._kinds: list[int] = []
        if seen:
            self._already = seen
            self.start(seen)

    def write_kept(self, value: Any) -> Tree:
        """A handle, also for what would cross by value."""
        return self.write_object(value)

    # -- what changed since the last message -------------------------------------------------------------------

    def synchronise(self) -> None:
        for twin, tensor in self.twins.stirred():
            self._update(twin, tensor)

    def _update(self, twin: Twin, tensor: Tensor) -> None:
        edge = edge_of(tensor) if tensor.requires_grad else None
        if edge is not None and edge != twin.edge:
            entry = [twin.key, NEW_REBASED, self._values(tensor)]
            self._rebased.append((twin, entry))
            self.kept.append(tensor)
            return
        entry_or_none = self.twins.update(twin, tensor, self.buffers, self.kept)
        if entry_or_none is not None:
            self._updates.append(entry_or_none)

    def _touch(self, twin: Twin, tensor: Tensor) -> None:
        """A tensor that nobody watched goes back: send it as it is now, and watch it from now on."""
        self.twins.watch(twin, True)
        if edge_of(tensor) != twin.edge:
            self._update(twin, tensor)
            return
        self._updates.append(self.twins.everything(twin, tensor, self.buffers, self.kept))

    def _values(self, tensor: Tensor) -> list[Any]:
        return raw.write_tensor(tensor, self.buffers, self.kept)

    # -- references --------------------------------------------------------------------------------------------

    def write_tensor(self, tensor: Tensor) -> Tree:
        if forward_ad._current_level >= 0:
            _require_no_tangent(tensor)
        number = id(tensor)
        twin = self.twins.by_id.get(number)
        if twin is not None and twin() is tensor and not self.loose:
            if not twin.watched and watchable(tensor):
                self._touch(twin, tensor)
            return [TENSOR, twin.key]
        if number in self.new:
            return [TENSOR, self.new[number][0]]
        if not self.loose and type(tensor) is Tensor and not tensor.requires_grad and tensor.grad is None:
            few = raw.write_few(tensor)
            if few is not None:
                return self._lend(tensor, few)
        if tensor.dtype not in raw.NAMES or tensor.layout not in raw.LAYOUTS:
            return self.write_object(tensor)
        if self.loose:
            return [TENSOR, self._values(tensor)]
        if lendable(tensor):
            return self._lend(tensor, self._values(tensor))
        return [TENSOR, self._introduce(tensor)]

    def _lend(self, tensor: Tensor, values: list[Any]) -> Tree:
        key = self.twins.new_key()
        entry = [NEW, key, values, FORGOTTEN]
        self.new[id(tensor)] = key, tensor, entry
        return entry

    def _introduce(self, tensor: Tensor) -> int:
        """A tensor that is more than values: a twin from the start."""
        values = self._values(tensor)
        key = self.twins.new_key()
        twin = self.twins.export(key, tensor, watched=True)
        flags = (NEW_REQUIRES_GRAD if tensor.requires_grad else 0) | (NEW_WATCHED if twin.watched else 0)
        if type(tensor) is not Tensor and isinstance(tensor, torch.nn.Parameter):
            flags |= NEW_PARAMETER
        if twin.edge is not None:
            entry = [key, flags, values]
            self._outputs.append((twin, entry))
        else:
            grad = tensor.grad
            entry = [key, flags, values, None if grad is None else self._values(grad.detach())]
            self._leaves.append(entry)
        self._made.append((twin, entry))
        return key

    def other(self, value: Any, kind: type) -> Tree:
        if issubclass(kind, Proxy) and kind._remote_itself and value._remote_peer is self.peer:
            return [OURS, value._remote_number]
        return super().other(value, kind)

    def write_object(self, value: object) -> Tree:
        exposure = self.peer.exposure
        original = exposure.original(self.peer, value)
        if original is not None:
            self.kept.append(original)
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
        self._made, self._outputs, self._leaves, self._kinds, self.new = [], [], [], [], {}
        self.start(self._already)

    def undo(self) -> None:
        """Forget the whole message, which could not be sent: what changed is to be found again."""
        self.take_back()
        for key in [entry[0] for entry in self._updates] + [entry[0] for _, entry in self._rebased]:
            twin = self.twins.by_key.get(key)
            if twin is not None:
                twin.shot, twin.grad_shot, twin.version, twin.grad_version = None, None, -2, -2

    def complete(self) -> None:
        """The body is written: let go of the containers, which hold on to tensors."""
        if self.noted:
            self.noted, self.seen, self._already = [], {}, ()

    def ask(self, turn: int, operation: str, trees: list[Tree], mode: int) -> None:
        """Send a request. What it introduces is looked at for changes when the answer is there."""
        nodes = self._nodes() if self._outputs or self._rebased else ()
        if self._made:
            self.twins.unsettled += [twin for twin, _ in self._made]
        self._send([0, turn, None, self._leaves, nodes, (), operation, trees, mode, None])

    def answer(self, kind: int, turn: int, restored: list[Tree], tree: Tree) -> None:
        """Send an answer. The results that nobody here holds are not watched, most not even remembered."""
        nodes = self._nodes() if self._outputs or self._rebased else ()
        if self._made:
            self._watch()
        if self.new:
            self._part()
        self._send([kind, turn, None, self._leaves, nodes, restored, tree, None])

    def _send(self, message: list[Any]) -> None:
        peer, twins = self.peer, self.twins
        if twins.theirs or twins.pins:
            twins.pin()
        news = self._updates or twins.dead or peer.objects.dead or peer.loans.kept or peer.gradients.news
        if news:
            message[2] = self._sync()
        if peer.random is not None:
            message[-1] = peer.random.news()
        try:
            peer.channel.send(_encode(message), self.buffers)
        except CannotCross:
            self.undo()
            raise
        if news:
            self._told(message[2])
        self.buffers, self.kept = [], []  # without this, memory would wait for the collector of cycles

    def _sync(self) -> list[list[Any]]:
        peer = self.peer
        gradients = peer.gradients
        dead = list(peer.objects.dead)
        return [self.twins.dead[:], dead, gradients.dead[:], gradients.passes[:], self._updates, peer.loans.kept[:]]

    def _told(self, sync: list[list[Any]]) -> None:
        """The other side knows this now; what has come up since is for the next message."""
        peer = self.peer
        told = list(map(len, sync))
        del self.twins.dead[: told[0]], peer.loans.kept[: told[5]]
        del peer.gradients.dead[: told[2]], peer.gradients.passes[: told[3]]
        peer.objects.told(sync[1])

    def _nodes(self) -> list[list[Any]]:
        entries = {twin.key: entry for twin, entry in (*self._outputs, *self._rebased)}
        for twin, _ in self._rebased:  # the old edge stays an input: the new one is found behind it
            twin.rebasing = edge_of(twin.resolve())
        outputs = [twin for twin, _ in (*self._rebased, *self._outputs)]
        nodes = []
        for group, shared, hidden in graph.levels(outputs, self.twins):
            edges = [graph.owned_edge(edge, twin.resolve()) for twin in group if (edge := twin.rebasing or twin.edge)]
            node = self.peer.gradients.new_node(edges, list(shared.items()), hidden)
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
        return nodes

    def _watch(self) -> None:
        """Watch what either side can still change, not the results that only this table holds."""
        made, self._made = self._made, []
        while made:
            twin, entry = made.pop()
            tensor = twin.strong
            assert tensor is not None
            if twin.watched and _alone(tensor, 4 if raw.lies_in_buffer(entry[2]) else 3):
                self.twins.watch(twin, False)
                entry[1] &= ~NEW_WATCHED
            self.twins.settle(twin, tensor)

    def _part(self) -> None:
        """Keep a half of each plain result that this side still holds, or that has more to it than its values."""
        new = self.new
        while new:
            _, (key, tensor, entry) = new.popitem()
            alone = _alone(tensor, 3 if raw.lies_in_buffer(entry[2]) else 2)
            if alone and _all_values(tensor):
                continue
            entry[3] = KEPT if alone else WATCHED
            twin = self.twins.export(key, tensor, watched=not alone)
            self.twins.settle(twin, tensor)
            self._made.append((twin, entry))


Outgoing.table = {**Writer.table, Tensor: Outgoing.write_tensor, torch.nn.Parameter: Outgoing.write_tensor}


def _require_no_tangent(tensor: Tensor) -> None:
    """Raises CannotCross for a tensor whose values alone would be a lie."""
    if forward_ad.unpack_dual(tensor).tangent is not None:  # type: ignore[no-untyped-call]
        raise CannotCross(
            "a tensor with a tangent of forward-mode differentiation cannot cross between the check and the student's "
            "code; reverse mode goes through it"
        )


def _alone(tensor: Tensor, references: int) -> bool:
    """Whether nothing but the message (and the table) refers to a tensor or to its memory."""
    return (
        _references(tensor) <= references + 1
        and tensor.layout is torch.strided
        and tensor._use_count() == 1  # type: ignore[attr-defined]
        and storage_uses(tensor) <= USES_OF_ONE
    )


def _all_values(tensor: Tensor) -> bool:
    """Whether a copy of a plain tensor would answer every question as it does."""
    return (
        tensor.untyped_storage().nbytes() == tensor.nbytes
        and tensor.is_contiguous()
        and not (tensor._is_view() or tensor.is_inference() or tensor.__dict__)
    )
