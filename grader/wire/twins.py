"""Tensors that live on both sides.

A tensor that crossed for longer than a call (see `loans`) is one tensor in two places. The side where it was made (its
origin) keeps its half alive until the other half is released; the receiving side holds it weakly and releases it when
it dies. Before each message both sides look for what changed (by version counter and by content, since writes through
``.data`` or numpy count no version) and send it along: values, ``.grad``, ``requires_grad``. So nothing is sent for
nothing, and a message always finds both halves equal.

While a side waits for a message it pins the halves it has, so that a key that the other side names is always there;
those that can be changed stay pinned until their changes are sent.
"""

import operator
import weakref
from typing import Any

import torch
from torch import Tensor

from grader.wire import raw
from grader.wire.versions import TensorRef
from grader.wire.violation import ProtocolViolation

Edge = tuple[Any, int]  # a graph node and the number of its output

_UNCHANGED = 0
_NOTED = 100  # rewritten tensors that are told
_write_few = raw.write_few
_STRIDED = torch.strided
Shot = list[Any] | Tensor
"""What a tensor is compared with later: the description of a small one, which costs less than a clone, or a clone."""


class Twin(TensorRef):
    """One half of a tensor on both sides, and what was last known to be equal on both.

    A weak reference to its tensor. What most halves never need is left to the class.
    """

    key: int
    number: int  # id of the tensor
    mine = False
    strong: Tensor | None = None  # the tensor, when it is this side's
    watched = False
    requires_grad = False
    edge: Edge | None = None
    rebasing: Edge | None = None  # the new edge, while a message that tells of it is made
    version = 0
    shot: Shot | None = None
    grad: Tensor | None = None
    grad_version = 0
    grad_shot: Shot | None = None

    __eq__ = object.__eq__  # a reference would compare, and hash, as what it refers to
    __hash__ = object.__hash__

    def resolve(self) -> Tensor:
        tensor = self()
        if tensor is None:
            raise ProtocolViolation("names a tensor that is not there")
        return tensor


def edge_of(tensor: Tensor) -> Edge | None:
    node = tensor.grad_fn
    return None if node is None else (node, tensor.output_nr)


def version_of(tensor: Tensor) -> int:
    try:
        return tensor._version
    except RuntimeError:  # inference tensors count no versions
        return -1


def watchable(tensor: Tensor) -> bool:
    return tensor.is_cpu and tensor.layout is _STRIDED


def snapshot(tensor: Tensor) -> Shot:
    """What `unchanged` compares with later."""
    few = _write_few(tensor)
    return tensor.detach().clone() if few is None else few


def unchanged(tensor: Tensor, shot: Shot) -> bool:
    """Whether dtype, shape and every bit are as they were when the snapshot was taken."""
    return _write_few(tensor) == shot if type(shot) is list else same_memory(tensor, shot)  # type: ignore[arg-type]


def _quiet(twin: Twin, tensor: Tensor) -> bool:
    """Whether a tensor is certainly as it was: its bytes, its gradient, its place in the graph."""
    shot, edge = twin.shot, twin.edge
    if shot is None or tensor.requires_grad is not twin.requires_grad or not unchanged(tensor, shot):
        return False
    if edge is not None:
        return tensor.grad_fn is edge[0] and tensor.output_nr == edge[1]
    if tensor.grad_fn is not None:
        return False
    grad = tensor.grad
    if grad is None or twin.grad is None:
        return grad is twin.grad
    return twin.grad_shot is not None and watchable(grad) and unchanged(grad, twin.grad_shot)


def same_memory(a: Tensor, b: Tensor) -> bool:
    """Whether dtype, shape and every bit of the values are equal (NaN equals itself, 0 does not equal -0)."""
    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    if not (a.is_contiguous() and b.is_contiguous()) or a.is_conj() or a.is_neg():
        a, b = (x.detach().resolve_conj().resolve_neg().contiguous() for x in (a, b))
    return raw.equal_bytes(a.data_ptr(), b.data_ptr(), a.nbytes)


class Twins:
    """All twins of one connection, seen from one side. The judge's keys are even, the worker's odd."""

    def __init__(self, *, odd: bool) -> None:
        self._next = 1 if odd else 2
        self._parity = self._next % 2
        self.by_key: dict[int, Twin] = {}
        self.by_id: dict[int, Twin] = {}
        self.watched: dict[int, Twin] = {}  # those of `by_key` that are looked at before each message
        self.theirs: dict[int, Twin] = {}  # those that the other side made
        self.boundary: dict[Edge, Twin] = {}
        self.dead: list[int] = []
        self.rewritten: list[tuple[int, ...]] = []  # shapes of tensors of this side that the other side wrote into
        self.pins: list[Tensor | None] = []
        self.unsettled: list[Twin] = []  # sent, and not yet known whether the other side keeps them
        self._came: dict[int, TensorRef] = {}  # by id, those that the other side sent and forgot
        self._came_limit = 1024
        me = weakref.ref(self)

        def died(twin: weakref.ref[Tensor]) -> None:
            twins = me()
            if twins is not None:
                twins._died(twin)  # type: ignore[arg-type]

        self._note_death = died

    def known(self, tensor: Tensor) -> Twin | None:
        twin = self.by_id.get(id(tensor))
        return twin if twin is not None and twin() is tensor else None

    def note_came(self, tensor: Tensor) -> None:
        """The other side sent this and has forgotten it. Noted only so that one can tell where it is from."""
        came = self._came
        came[id(tensor)] = TensorRef(tensor)
        if len(came) > self._came_limit:
            self._came = {number: ref for number, ref in came.items() if ref() is not None}
            self._came_limit = 1024 + 2 * len(self._came)

    def came(self, tensor: Tensor) -> bool:
        """Whether a tensor has, or had when it came, another half."""
        ref = self._came.get(id(tensor))
        return (ref is not None and ref() is tensor) or self.known(tensor) is not None

    def new_key(self) -> int:
        key = self._next
        self._next = key + 2
        return key

    def export(self, key: int, tensor: Tensor, *, watched: bool) -> Twin:
        """A twin of a tensor of this side; settled (its snapshot taken) when the call is over."""
        twin = Twin(tensor)
        twin.mine, twin.strong = True, tensor
        return self._add(twin, key, tensor, watched)

    def adopt(self, key: int, tensor: Tensor, *, watched: bool, shot: Shot | None = None) -> Twin:
        """The half of this side of a tensor that the other side made; ``shot`` when its snapshot is known."""
        if type(key) is not int or key % 2 == self._parity or key <= 0 or key in self.by_key:
            raise ProtocolViolation("a tensor's key is not a new one")
        twin = self.theirs[key] = self._add(Twin(tensor, self._note_death), key, tensor, watched)
        if twin.watched:
            twin.shot = shot
            if shot is None:
                self.settle(twin, tensor)
        return twin

    def as_it_came(self, twin: Twin) -> None:
        """The other half is as this one was before the code of this side had it: plain, and its version the first."""
        twin.version = min(twin.version, 0)
        twin.requires_grad = False
        if twin.edge is not None:
            self.boundary.pop(twin.edge, None)
            twin.edge = None

    def watch(self, twin: Twin, watched: bool) -> None:
        """Look for changes of this twin before each message, or do so no more."""
        twin.watched = watched
        if watched:
            self.watched[twin.key] = twin
        else:
            self.watched.pop(twin.key, None)

    def _watch_again(self, twin: Twin, tensor: Tensor) -> None:
        """A change of an unwatched half: both sides hold it now."""
        if not twin.watched and watchable(tensor):
            self.watch(twin, True)

    def _add(self, twin: Twin, key: int, tensor: Tensor, watched: bool) -> Twin:
        twin.key, twin.number = key, id(tensor)
        self.by_key[key] = self.by_id[twin.number] = twin
        twin.version = version_of(tensor)
        if watched and watchable(tensor):
            twin.watched = True
            self.watched[key] = twin
        if tensor.requires_grad:
            twin.requires_grad = True
            twin.edge = edge_of(tensor)
            if twin.edge is not None:
                self.boundary[twin.edge] = twin
        return twin

    def _died(self, twin: Twin) -> None:
        if self.by_key.get(twin.key) is twin:
            self.forget(twin)
            self.dead.append(twin.key)

    def forget(self, twin: Twin) -> None:
        """Take back an export that was never sent, or that the other side released."""
        self.by_key.pop(twin.key, None)
        self.watched.pop(twin.key, None)
        self.theirs.pop(twin.key, None)
        if self.by_id.get(twin.number) is twin:
            del self.by_id[twin.number]
        if twin.edge is not None and self.boundary.get(twin.edge) is twin:
            del self.boundary[twin.edge]
        twin.strong = None

    def release(self, keys: Any) -> None:
        """The other side's halves died: let ours go."""
        for key in keys:
            twin = self.by_key.get(key)
            if twin is None or not twin.mine:
                raise ProtocolViolation("releases what it never had")
            self.forget(twin)

    def resolve(self, key: Any) -> Tensor:
        twin = self.by_key.get(key) if type(key) is int else None
        tensor = twin() if twin is not None else None
        if tensor is None:
            raise ProtocolViolation("names a tensor that is not there")
        return tensor

    def rebase(self, twin: Twin, tensor: Tensor) -> None:
        """Note that an in-place operation gave the tensor another place in the graph."""
        if twin.edge is not None and self.boundary.get(twin.edge) is twin:
            del self.boundary[twin.edge]
        twin.edge = edge_of(tensor)
        twin.requires_grad = tensor.requires_grad
        self._watch_again(twin, tensor)
        if twin.edge is not None:
            self.boundary[twin.edge] = twin

    def settle_pins(self) -> None:
        """After a message was read: what nobody holds may die, unless it could still be changed before the next one.

        A parameter that is got, written to and dropped again is kept until the change is sent.
        """
        self.pins = [twin() for twin in list(self.watched.values()) if not twin.mine]

    def pin(self) -> None:
        """Hold what the other side may name in its next message."""
        self.pins = list(map(operator.call, list(self.theirs.values())))

    def stirred(self) -> list[tuple[Twin, Tensor]]:
        """The watched twins that may have changed: a first look at each, which is all that most of them cost."""
        found = []
        for twin in list(self.watched.values()):
            tensor = twin()
            if tensor is None:
                continue
            if type(twin.shot) is list and twin.edge is None and twin.grad is None and tensor.grad_fn is None:
                same = tensor.grad is None and tensor.requires_grad is twin.requires_grad
                if same and _write_few(tensor) == twin.shot:
                    continue
            if not _quiet(twin, tensor):
                found.append((twin, tensor))
        return found

    # -- what changed ------------------------------------------------------------------------------------------

    def settle_new(self) -> None:
        """The call that introduced them is over: what is still shared is compared with what it is now."""
        for twin in self.unsettled:
            tensor = twin()
            if tensor is not None and self.by_key.get(twin.key) is twin and twin.shot is None:
                self.settle(twin, tensor)
        self.unsettled.clear()

    def settle(self, twin: Twin, tensor: Tensor) -> None:
        """Note that both halves are equal now."""
        twin.version = version_of(tensor)
        twin.requires_grad = tensor.requires_grad
        if twin.watched:
            twin.shot = snapshot(tensor)
            self._settle_grad(twin, tensor)

    def _settle_grad(self, twin: Twin, tensor: Tensor) -> None:
        grad = tensor.grad if tensor.is_leaf else None
        twin.grad = grad
        twin.grad_shot = None
        if grad is not None:
            twin.grad_version = version_of(grad)
            twin.grad_shot = snapshot(grad) if watchable(grad) else None

    def data_changed(self, twin: Twin, tensor: Tensor) -> bool:
        shot = twin.shot
        if shot is None:
            return twin.watched and version_of(tensor) != twin.version
        return not unchanged(tensor, shot)

    def grad_changed(self, twin: Twin, tensor: Tensor) -> bool:
        if not tensor.is_leaf:
            return False
        grad = tensor.grad
        if grad is None or twin.grad is None:
            return grad is not twin.grad
        if twin.grad_shot is None or not watchable(grad):
            return grad is not twin.grad or version_of(grad) != twin.grad_version
        return not unchanged(grad, twin.grad_shot)

    def update(self, twin: Twin, tensor: Tensor, buffers: raw.Buffers, kept: list[object]) -> list[Any] | None:
        """What the other half must become: ``[key, values | None, counted, grad | None | 0, requires_grad | None]``.

        ``counted``: whether the change counts as a version, as writes through ``.data`` do not.
        """
        data = self.data_changed(twin, tensor)
        grad = self.grad_changed(twin, tensor)
        required = tensor.is_leaf and tensor.requires_grad != twin.requires_grad
        if not (data or grad or required):
            return None
        values = raw.write_tensor(tensor.detach(), buffers, kept) if data else None
        gradient: Any = _UNCHANGED
        if grad:
            gradient = None if tensor.grad is None else raw.write_tensor(tensor.grad.detach(), buffers, kept)
        counted = version_of(tensor) != twin.version
        if required:
            self.rebase(twin, tensor)
        self.settle(twin, tensor)
        return [twin.key, values, counted, gradient, tensor.requires_grad if required else None]

    def everything(self, twin: Twin, tensor: Tensor, buffers: raw.Buffers, kept: list[object]) -> list[Any]:
        """An `update` of a tensor whose changes nobody looked for: all of it, as it is now."""
        gradient: Any = _UNCHANGED
        required = None
        if tensor.is_leaf:
            gradient = None if tensor.grad is None else raw.write_tensor(tensor.grad.detach(), buffers, kept)
            required = tensor.requires_grad if tensor.requires_grad != twin.requires_grad else None
        counted = version_of(tensor) != twin.version
        self.settle(twin, tensor)
        return [twin.key, raw.write_tensor(tensor, buffers, kept), counted, gradient, required]

    def note_rewritten(self, twin: Twin, tensor: Tensor) -> None:
        if twin.mine and len(self.rewritten) < _NOTED:
            self.rewritten.append(tuple(tensor.shape))

    def apply(self, entry: Any, buffers: list[Tensor]) -> None:
        """Do to this half what the other side's code did to its own."""
        key, values, counted, gradient, required = entry
        tensor = self.resolve(key)
        twin = self.by_key[key]
        with torch.no_grad():
            if values is not None:
                self.note_rewritten(twin, tensor)
                write(tensor, raw.read_tensor(values, buffers), counted=counted is True)
            if required is not None:
                _require(tensor, required is True)
                self.rebase(twin, tensor)
            if gradient is None:
                tensor.grad = None
            elif gradient != _UNCHANGED:
                _write_grad(tensor, raw.read_tensor(gradient, buffers))
        self._watch_again(twin, tensor)
        self.settle(twin, tensor)


def write(tensor: Tensor, values: Tensor, *, counted: bool) -> None:
    """Write in place, counting a version or not, unless nothing would change."""
    if tensor.dtype == values.dtype and tensor.shape == values.shape and tensor.layout == values.layout:
        if not watchable(tensor) or not same_memory(tensor, values):
            (tensor.detach() if counted else tensor.data).copy_(values)
        return
    if tensor.grad is not None:
        tensor.grad = None
    tensor.data = values


def _require(tensor: Tensor, required: bool) -> None:
    """``requires_grad_`` of a leaf, ``detach_`` of what has a graph; a view, which cannot be, keeps it."""
    if tensor.is_leaf:
        tensor.requires_grad_(required)
    elif not required and not tensor._is_view():
        tensor.detach_()


def _write_grad(tensor: Tensor, grad: Tensor) -> None:
    old = tensor.grad
    if old is not None and old.shape == grad.shape and old.dtype == grad.dtype and old.layout == grad.layout:
        old.detach().copy_(grad)
    else:
        tensor.grad = grad
