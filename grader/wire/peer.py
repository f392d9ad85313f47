"""One side of the conversation.

Each side is either running or waiting. A request hands the turn over; the answer hands it back, and in between the
other side may make requests of its own (callbacks). A request is
``[REQUEST, turn, sync, leaves, nodes, [], operation, arguments, mode, random]``, an answer
``[ANSWER | ERROR, turn, sync, leaves, nodes, restored, result, random]``: what died and changed since the last message
(or None), tensors that are new to the other side and more than values, their places in the graph, the containers that
the called code changed, then the body, and the random state where both sides share one and it has changed.

An answer must carry the number of the request that is waiting for it. What a side lets the other one do is its
`Exposure`.
"""

import threading
import weakref
from typing import Any, Protocol

import msgspec
import torch
from torch import Tensor

from grader.wire import errors, restore
from grader.wire.frames import Channel
from grader.wire.gradients import Gradients
from grader.wire.incoming import Incoming
from grader.wire.loans import Loans
from grader.wire.modes import KEEP, LOOSE, current_mode, default_dtype_bits, entered
from grader.wire.objects import Kind, Objects
from grader.wire.outgoing import Outgoing
from grader.wire.proxy import Proxy
from grader.wire.randomness import SharedRandom
from grader.wire.reader import VIOLATIONS
from grader.wire.twins import Twins
from grader.wire.values import Tree
from grader.wire.violation import CannotCross, ProtocolViolation, StreamEnded

REQUEST, ANSWER, ERROR = range(3)
MAX_TURNS = 100  # requests within requests
MAX_REQUESTS = 1_000_000  # by the other side, while it answers one of this side

_decode = msgspec.msgpack.Decoder(ext_hook=None).decode
_default_dtype = torch.get_default_dtype
_transforms = torch._C._functorch.maybe_current_level


Question = tuple[int, list[Any]]  # its turn, and the values of this side that the answer may have changed


class Clock(Protocol):
    """Runs while the other side's code does."""

    def resume(self) -> None: ...
    def pause(self) -> None: ...


class Exposure(Protocol):
    """What one side does for the other, and what it makes of the other's objects and exceptions."""

    def perform(self, operation: str, args: list[Any]) -> Any: ...
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


class Peer:
    """Both sides are this class; they differ in their exposure and in the parity of their tensors' keys."""

    def __init__(self, channel: Channel, exposure: Exposure, *, judge: bool, clock: Clock | None = None) -> None:
        self.channel = channel
        self.exposure = exposure
        self.judge = judge
        self.clock = clock
        self.twins = Twins(odd=not judge)
        self.loans = Loans(self.twins)
        self.gradients = Gradients()
        me = weakref.proxy(self)
        self.objects = Objects(lambda number, kind: exposure.proxy(me.self(), number, kind))
        self.lock = threading.RLock()
        self.broken: BaseException | None = None
        self.random: SharedRandom | None = None
        self.rewritten: list[type] = []  # types of containers of this side that the other side changed
        self.turns: list[int] = []  # requests under way: while there are any, the other side may have something to say
        self._turn = 0
        self._dtype = torch.float32

    def self(self) -> "Peer":
        return self

    # -- asking ------------------------------------------------------------------------------------------------

    def request(self, operation: str, *args: Any, mode: int = 0) -> Any:
        """Have the other side do something. Raises what it raises there, StreamEnded or ProtocolViolation."""
        with self.lock:
            return self.answer_to(self.put(operation, *args, mode=mode))

    def put(self, operation: str, *args: Any, mode: int = 0) -> Question:
        """Ask, and have the answer by ``answer_to``. Further questions may be put before that where no argument is a
        tensor or an object; they are answered in their order."""
        with self.lock:
            if not self.judge:
                self.exposure.before_request()
            if self.broken is not None:
                raise self.broken
            if len(self.turns) >= MAX_TURNS:
                raise RecursionError("calls between the check and the student's code are nested too deep")
            if _transforms() is not None:  # tensors stand for many there, and not even what changed can be looked at
                raise CannotCross(
                    "a torch.func transform (vmap, grad, jvp, ...) cannot go through a call between the check and the "
                    "student's code; torch.autograd.functional can"
                )
            if self.loans.borrowed:
                self.loans.keep_all()
            outgoing = Outgoing(self, loose=bool(mode & LOOSE))
            if self.twins.watched:
                outgoing.synchronise()
            try:
                trees = outgoing.items(args)
            except BaseException:
                outgoing.take_back()
                raise
            if self.judge and _default_dtype() is not self._dtype:
                self._dtype = _default_dtype()
                mode |= default_dtype_bits()
            turn = self._turn = self._turn + 1
            self.turns.append(turn)
            try:
                outgoing.ask(turn, operation, trees, mode | current_mode())
            except BaseException:
                self.turns.remove(turn)
                raise
            self.loans.lent = outgoing.new
            return turn, outgoing.noted

    def answer_to(self, question: Question) -> Any:
        """What the other side answers. Raises what it raised, StreamEnded or ProtocolViolation."""
        turn, written = question
        with self.lock:
            try:
                return self._wait(turn, written)
            finally:
                self.turns.remove(turn)

    def _wait(self, turn: int, written: list[Any]) -> Any:
        requests = 0
        try:
            while True:
                message, reader = self._receive()
                kind = message[0]
                if kind == REQUEST:
                    requests += 1
                    if requests > MAX_REQUESTS:
                        raise ProtocolViolation("asks without end")
                    self._answer(message, reader)
                    continue
                if message[1] != turn or kind not in (ANSWER, ERROR):
                    raise ProtocolViolation("answers what was not asked")
                reader.made = written
                result = self._finish(message, reader)
                break
        except (ProtocolViolation, StreamEnded) as error:
            self.broken = error
            raise
        if kind == ERROR:
            raise self.exposure.rebuild(result)
        return result

    def _receive(self) -> tuple[list[Tree], Incoming]:
        clock = self.clock
        if clock is None:
            return self._open(*self.channel.receive())
        clock.resume()
        try:
            header, buffers = self.channel.receive()
        finally:
            clock.pause()
        return self._open(header, buffers)

    def _finish(self, message: list[Tree], reader: Incoming) -> Any:
        """The result, or what was raised."""
        try:
            if message[5]:
                self.rewritten += restore.apply(message[5], reader)
            result = reader.read(message[6])
            if message[0] == ERROR:
                result = errors.read(result)
        except VIOLATIONS as error:
            raise ProtocolViolation(f"an answer cannot be read: {error}") from error
        self._release(message[2])
        return result

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
                del header, buffers
                self._answer(message, reader)
                del message, reader

    def _answer(self, message: list[Tree], reader: Incoming) -> None:
        operation, args, mode = self._read_request(message, reader)
        before = restore.remember(reader.made) if reader.made else []
        results: list[Any] = []  # handed on in a list: no reference is left here that would keep a result from dying
        failure: BaseException | None = None
        self.turns.append(-1)
        try:
            modes = entered(mode)
            if modes is None:
                results.append(self.exposure.perform(operation, args))
            else:
                with modes:
                    results.append(self.exposure.perform(operation, args))
        except (ProtocolViolation, StreamEnded):
            raise
        except BaseException as error:
            if self.broken is not None:  # there is nobody to tell
                raise
            failure = error
        finally:
            self.turns.pop()
        seen = [value for value, _ in before] if before else ()
        outgoing = Outgoing(self, loose=bool(mode & LOOSE), seen=seen)
        del seen
        args.clear()
        reader.drop()
        kept = self.loans.end() if self.loans.borrowed else ()
        if self.twins.watched:
            outgoing.synchronise()
        del kept
        self._reply(outgoing, message[1], mode, results, failure, before)

    def _read_request(self, message: list[Tree], reader: Incoming) -> tuple[str, list[Any], int]:
        if len(self.turns) >= MAX_TURNS:
            raise ProtocolViolation("requests are nested too deep")
        operation, mode = message[6], message[8]
        try:
            args = reader.items(message[7])
            if type(operation) is not str or type(mode) is not int:
                raise ProtocolViolation("a request is not one")
        except VIOLATIONS as error:
            raise ProtocolViolation(f"a request cannot be read: {error}") from error
        self._release(message[2])
        return operation, args, mode

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
            restored = restore.changes(before, outgoing) if before else []
            tree = outgoing.write_kept(results[0]) if mode & KEEP else outgoing.write(results[0])
            kind = ANSWER
        except BaseException as error:
            outgoing.take_back()
            kind, restored, tree = ERROR, self._changes(before, outgoing), outgoing.write(self.exposure.describe(error))
        results.clear()
        before.clear()
        outgoing.complete()
        del failure
        try:
            outgoing.answer(kind, turn, restored, tree)
        except CannotCross as error:
            last = Outgoing(self, loose=False)
            last.answer(ERROR, turn, [], last.write(self.exposure.describe(error)))

    def _changes(self, before: restore.Before, outgoing: Outgoing) -> list[Tree]:
        try:
            return restore.changes(before, outgoing)
        except Exception:
            return []

    # -- reading -----------------------------------------------------------------------------------------------

    def _open(self, header: memoryview, buffers: list[Tensor]) -> tuple[list[Tree], Incoming]:
        """Decode a message and do what comes before its body: changes, new tensors, their graph."""
        reader = Incoming(self, buffers)
        try:
            message = _decode(header)
            reader.asks = message[0] == REQUEST
            if type(message) is not list or len(message) != (10 if reader.asks else 8) or type(message[1]) is not int:
                raise ProtocolViolation("a message is not one")
            sync, leaves, nodes = message[2:5]
            if sync is not None:
                self._synchronise(sync, buffers)
            if message[-1] is not None:
                self._share(message[-1])
            self.loans.lent = {}
            for node in leaves:
                reader.read_leaf(node)
            for node in nodes:
                reader.read_node(node)
        except (*VIOLATIONS, msgspec.DecodeError) as error:
            raise ProtocolViolation(f"a message cannot be read: {error}") from error
        return message, reader

    def _share(self, state: object) -> None:
        if self.random is None:
            raise ProtocolViolation("shares a random state unasked")
        self.random.take(state)

    def _synchronise(self, sync: Any, buffers: list[Tensor]) -> None:
        _, _, _, passes, updates, kept = sync
        if kept:
            self.loans.keep(kept)
        for entry in updates:
            self.twins.apply(entry, buffers)
        for numbers in passes:
            self.gradients.accumulate(numbers)

    def _release(self, sync: Any) -> None:
        """What died on the other side when the message was sent; the body may still name it."""
        twins = self.twins
        if twins.watched or twins.pins:
            twins.settle_pins()
        if sync is not None:
            try:
                twins.release(sync[0])
                self.objects.release(sync[1])
                self.gradients.release(sync[2])
            except VIOLATIONS as error:
                raise ProtocolViolation(f"releases what it never had: {error}") from error
        if twins.unsettled:
            twins.settle_new()
