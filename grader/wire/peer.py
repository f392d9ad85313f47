"""One side of the conversation.

Each side is either running or waiting. A request hands the turn over; the answer hands it back, and in between the
other side may make requests of its own (callbacks). A message is ``[kind, turn, sync, news, nodes, restored, ...]``:
what died and changed since the last one, tensors that are new to the other side, their places in the graph, the
containers that the called code changed, and then the request or the answer.

An answer must carry the number of the request that is waiting for it. What a side lets the other one do is its
`Exposure`.
"""

import threading
import weakref
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

import msgspec
import torch
from torch import Tensor

from grader.wire import bridge, errors, graph, raw, restore
from grader.wire.frames import Channel
from grader.wire.modes import KEEP, LOOSE, current_mode, default_dtype_bits, entered
from grader.wire.objects import Kind, Objects
from grader.wire.outgoing import NEW_PARAMETER, NEW_REBASED, NEW_REQUIRES_GRAD, NEW_WATCHED, Outgoing
from grader.wire.proxy import Proxy
from grader.wire.twins import Edge, Twin, Twins, write
from grader.wire.values import VIOLATIONS, Reader, Tree
from grader.wire.violation import CannotCross, ProtocolViolation, StreamEnded

REQUEST, ANSWER, ERROR = range(3)
MAX_TURNS = 100  # requests within requests
MAX_REQUESTS = 1_000_000  # by the other side, while it answers one of this side

_decoder = msgspec.msgpack.Decoder(ext_hook=None)


class Exposure(Protocol):
    """What one side does for the other, and what it makes of the other's objects and exceptions."""

    def perform(self, operation: str, args: tuple[Any, ...]) -> Any: ...
    def may_export(self, value: object) -> bool: ...
    def proxy(self, peer: "Peer", number: int, kind: Kind) -> Any: ...
    def original(self, peer: "Peer", value: object) -> Proxy | None:
        """The proxy of the other side's object that a value stands for, or None when it is this side's own."""
        ...

    def global_of(self, value: object) -> list[str] | None: ...
    def find_global(self, module: str, name: str) -> object: ...
    def describe(self, error: BaseException) -> list[Any]: ...
    def rebuild(self, raised: errors.Raised) -> BaseException: ...
    def before_request(self) -> None:
        """Raises CannotCross where this process must not speak."""

    def waiting(self) -> AbstractContextManager[None]:
        """Entered while the other side's code runs."""
        ...


class Peer:
    """Both sides are this class; they differ in their exposure and in the parity of their tensors' keys."""

    def __init__(self, channel: Channel, exposure: Exposure, *, judge: bool) -> None:
        self.channel = channel
        self.exposure = exposure
        self.judge = judge
        self.twins = Twins(odd=not judge)
        me = weakref.proxy(self)
        self.objects = Objects(lambda number, kind: exposure.proxy(me.self(), number, kind))
        self.lock = threading.RLock()
        self.broken: BaseException | None = None
        self.rewritten: list[type] = []  # types of containers of this side that the other side changed
        self._turns: list[int] = []
        self._turn = 0
        self._dtype = torch.float32
        self._nodes: dict[int, graph.Node] = {}
        self.dead_nodes: list[int] = []
        self._node_numbers = 0
        self._accumulated: list[int] = []  # nodes that this side's engine reached in the running backward
        self._returns = False
        self.unsettled: list[Twin] = []  # sent, and not yet known whether the other side keeps them
        self.passes: list[list[int]] = []  # complete backward passes that the other side does not know of yet

    def self(self) -> "Peer":
        return self

    @property
    def busy(self) -> bool:
        """Whether a request is under way: then the other side may have something to say."""
        return bool(self._turns)

    # -- asking ------------------------------------------------------------------------------------------------

    def request(self, operation: str, *args: Any, mode: int = 0) -> Any:
        """Have the other side do something. Raises what it raises there, StreamEnded or ProtocolViolation."""
        with self.lock:
            self.exposure.before_request()
            if self.broken is not None:
                raise self.broken
            if len(self._turns) >= MAX_TURNS:
                raise RecursionError("calls between the check and the student's code are nested too deep")
            outgoing = Outgoing(self, loose=bool(mode & LOOSE))
            outgoing.synchronise()
            try:
                tree = outgoing.write(args)
            except BaseException:
                outgoing.take_back()
                raise
            if self.judge and torch.get_default_dtype() is not self._dtype:
                self._dtype = torch.get_default_dtype()
                mode |= default_dtype_bits()
            self._turn += 1
            turn = self._turn
            self._turns.append(turn)
            try:
                outgoing.send(REQUEST, turn, [], operation, tree, mode | current_mode())
                return self._wait(turn, outgoing.written())
            finally:
                self._turns.pop()

    def _wait(self, turn: int, written: list[Any]) -> Any:
        requests = 0
        try:
            while True:
                with self.exposure.waiting():
                    header, buffers = self.channel.receive()
                message, reader = self._open(header, buffers)
                if message[0] == REQUEST:
                    requests += 1
                    if requests > MAX_REQUESTS:
                        raise ProtocolViolation("asks without end")
                    self._answer(message, reader)
                    continue
                if message[1] != turn or message[0] not in (ANSWER, ERROR):
                    raise ProtocolViolation("answers what was not asked")
                reader.made[:] = written
                result, raised = self._finish(message, reader)
                break
        except (ProtocolViolation, StreamEnded) as error:
            self.broken = error
            raise
        if raised is not None:
            raise self.exposure.rebuild(raised)
        return result

    def _finish(self, message: list[Tree], reader: Reader) -> tuple[Any, errors.Raised | None]:
        try:
            self.rewritten += restore.apply(message[5], reader)
            value = reader.read(message[6])
            raised = errors.read(value) if message[0] == ERROR else None
        except VIOLATIONS as error:
            raise ProtocolViolation(f"an answer cannot be read: {error}") from error
        self._release(message[2])
        return (None if raised is not None else value), raised

    # -- answering ---------------------------------------------------------------------------------------------

    def serve(self) -> None:
        """Answer requests until the stream ends."""
        while True:
            try:
                header, buffers = self.channel.receive()
            except StreamEnded:
                return
            with self.lock:
                message, reader = self._open(header, buffers)
                if message[0] != REQUEST:
                    raise ProtocolViolation("answers what was not asked")
                self._answer(message, reader)
                del message, reader

    def _answer(self, message: list[Tree], reader: Reader) -> None:
        if len(self._turns) >= MAX_TURNS:
            raise ProtocolViolation("requests are nested too deep")
        turn, operation, mode = message[1], message[6], message[8]
        try:
            args = reader.read(message[7])
            if type(args) is not tuple or type(operation) is not str or type(mode) is not int:
                raise ProtocolViolation("a request is not one")
        except VIOLATIONS as error:
            raise ProtocolViolation(f"a request cannot be read: {error}") from error
        self._release(message[2])
        before = restore.remember(reader.made) if reader.made else []
        self._turns.append(-1)
        results: list[Any] = []  # handed on in a list: no reference is left here that would keep a result from dying
        failure: BaseException | None = None
        try:
            with entered(mode):
                results.append(self.exposure.perform(operation, args))
        except (ProtocolViolation, StreamEnded):
            raise
        except BaseException as error:
            if self.broken is not None:  # there is nobody to tell
                raise
            failure = error
        finally:
            self._turns.pop()
        outgoing = Outgoing(self, loose=bool(mode & LOOSE), seen=[value for value, _ in before])
        outgoing.synchronise()
        del args
        reader.made.clear()
        reader.kept.clear()
        self._reply(outgoing, turn, mode, results, failure, before)

    def _reply(
        self,
        outgoing: Outgoing,
        turn: int,
        mode: int,
        results: list[Any],
        failure: BaseException | None,
        before: restore.Before,
    ) -> None:
        try:
            if failure is not None:
                raise failure
            restored = restore.changes(before, outgoing.writer)
            tree = outgoing.write_kept(results[0]) if mode & KEEP else outgoing.write(results[0])
            kind = ANSWER
        except BaseException as error:
            outgoing.take_back()
            kind, restored, tree = ERROR, self._changes(before, outgoing), outgoing.write(self.exposure.describe(error))
        results.clear()
        del before, failure
        try:
            outgoing.send(kind, turn, restored, tree)
        except CannotCross as error:
            outgoing.take_back()
            last = Outgoing(self, loose=False)
            last.send(ERROR, turn, [], last.write(self.exposure.describe(error)))

    def _changes(self, before: list[Any], outgoing: Outgoing) -> list[Tree]:
        try:
            return restore.changes(before, outgoing.writer)
        except Exception:
            return []

    # -- reading -----------------------------------------------------------------------------------------------

    def _open(self, header: bytes, buffers: list[Tensor]) -> tuple[list[Tree], Reader]:
        """Decode a message and do what comes before its body: releases, changes, new tensors, their graph."""
        reader = Reader(self, buffers)  # type: ignore[arg-type]  # writes are the outgoing message's
        try:
            message = _decoder.decode(header)
            if type(message) is not list or len(message) not in (7, 9) or type(message[1]) is not int:
                raise ProtocolViolation("a message is not one")
            if message[2] is not None:
                self._synchronise(message[2], buffers)
            for node in message[3]:
                self._read_new(node, reader)
            for node in message[4]:
                self._read_node(node, reader)
        except (*VIOLATIONS, msgspec.DecodeError) as error:
            raise ProtocolViolation(f"a message cannot be read: {error}") from error
        return message, reader

    def _synchronise(self, sync: Any, buffers: list[Tensor]) -> None:
        for entry in sync[4]:
            self.twins.apply(entry, buffers)
        for numbers in sync[3]:
            graph.accumulate([node for number in numbers if (node := self._nodes.get(number)) is not None])

    def _release(self, sync: Any) -> None:
        """What died on the other side when the message was sent; the body may still name it."""
        self.twins.settle_pins()
        self.objects.unpin()
        if sync is None:
            self._settle()
            return
        try:
            self.twins.release(sync[0])
            self.objects.release(sync[1])
            for number in sync[2]:
                del self._nodes[number]
            self._settle()
        except VIOLATIONS as error:
            raise ProtocolViolation(f"releases what it never had: {error}") from error

    def _settle(self) -> None:
        for twin in self.unsettled:
            tensor = twin.ref()
            if tensor is not None and self.twins.by_key.get(twin.key) is twin and twin.shot is None:
                self.twins.settle(twin, tensor)
        self.unsettled.clear()

    def _read_new(self, node: Any, reader: Reader) -> None:
        key, flags, values, grad = node
        tensor = raw.read_tensor(values, reader.buffers)
        if flags & NEW_PARAMETER:
            tensor = torch.nn.Parameter(tensor, requires_grad=bool(flags & NEW_REQUIRES_GRAD))
        elif flags & NEW_REQUIRES_GRAD:
            tensor.requires_grad_(True)
        if grad is not None:
            tensor.grad = raw.read_tensor(grad, reader.buffers)
        data = values[3]
        plain = type(data) is bytes and values[2] is None and grad is None and tensor.dtype is not torch.bool
        shot = (tensor.dtype, tensor.shape, data) if plain and tensor.is_contiguous() else None
        self.twins.adopt(key, tensor, watched=bool(flags & NEW_WATCHED), shot=shot)
        reader.kept.append(tensor)

    def _read_node(self, node: Any, reader: Reader) -> None:
        number, keys, hidden, outputs = node
        inputs = [self.twins.resolve(key) for key in keys]
        values: list[Tensor] = []
        dirty: list[Tensor] = []
        for key, flags, written in outputs:
            value = raw.read_tensor(written, reader.buffers)
            if flags & NEW_REBASED:
                tensor = self.twins.resolve(key)
                self.twins.note_rewritten(self.twins.by_key[key], tensor)
                with torch.no_grad():
                    write(tensor, value, counted=True)
                dirty.append(tensor)
                value = tensor
            values.append(value)
        if type(number) is not int:
            raise ProtocolViolation("a node is not one")
        self._connect(number, inputs, hidden, values, dirty, outputs, reader)

    def _connect(
        self,
        number: int,
        inputs: list[Tensor],
        hidden: int,
        values: list[Tensor],
        dirty: list[Tensor],
        outputs: Any,
        reader: Reader,
    ) -> None:
        returns = hidden == 2
        link = bridge.Link(number, len(inputs), self._product, self.dead_nodes)
        known = {id(tensor) for tensor in inputs}
        extra = [tensor for tensor in dirty if id(tensor) not in known]
        if hidden or not any(t.requires_grad for t in inputs):
            extra.append(bridge.anchor(lambda: self._reached(number, returns), lambda: self.passes.append([number])))
        made = bridge.connect(link, values, dirty, [*inputs, *extra])
        for (key, flags, _), tensor in zip(outputs, made, strict=True):
            if flags & NEW_REBASED:
                twin = self.twins.by_key[key]
                self.twins.rebase(twin, tensor)
                self.twins.settle(twin, tensor)
            else:
                self.twins.adopt(key, tensor, watched=bool(flags & NEW_WATCHED))
            reader.kept.append(tensor)

    def _reached(self, number: int, returns: bool) -> None:
        """This side's engine accumulates into leaves of the other side; told when the whole pass is over.

        At once when leaves of this side are behind those (``returns``), else with the next message.
        """
        self._returns = self._returns or returns
        if not self._accumulated:
            torch.autograd.Variable._execution_engine.queue_callback(self._pass_over)
        self._accumulated.append(number)

    def _pass_over(self) -> None:
        self.passes.append(self._accumulated)
        self._accumulated = []
        if self._returns:
            self._returns = False
            self.request("nothing")

    def _product(self, number: int, cotangents: Sequence[Tensor | None]) -> Sequence[Tensor | None]:
        mode = 0 if torch.is_grad_enabled() else LOOSE
        grads = self.request("products", number, list(cotangents), mode=mode)
        if type(grads) is not list or not all(g is None or isinstance(g, Tensor) for g in grads):
            raise ProtocolViolation("gradients are not tensors")
        return grads

    def products(self, number: Any, cotangents: Any) -> list[Tensor | None]:
        """Answer for the gradients of a node that this side sent."""
        node = self._nodes.get(number)
        if node is None or type(cotangents) is not list or len(cotangents) != len(node.outputs):
            raise ProtocolViolation("asks for gradients of what it was not given")
        return graph.products(node, cotangents)

    def new_node(
        self, outputs: list[Edge], inputs: list[tuple[int, Edge | Tensor]], hidden: list[Tensor]
    ) -> graph.Node:
        self._node_numbers += 1
        node = graph.Node(self._node_numbers, outputs, inputs, hidden)
        self._nodes[node.number] = node
        return node

    # -- references --------------------------------------------------------------------------------------------

    def read_tensor(self, node: list[Tree], reader: Reader) -> Tensor:
        what = node[1]
        return raw.read_tensor(what, reader.buffers) if type(what) is list else self.twins.resolve(what)

    def read_theirs(self, node: list[Tree], reader: Reader) -> object:
        return self.objects.adopt(node)

    def read_ours(self, node: list[Tree], reader: Reader) -> object:
        return self.objects.mine(node[1])

    def read_global(self, node: list[Tree], reader: Reader) -> object:
        return self.exposure.find_global(node[1], node[2])
