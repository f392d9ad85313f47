"""A worker that lies: each lie ends the worker with cause PROTOCOL, and nothing of the judge's is touched."""

import socket
import threading
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
import torch

from grader.judge.remote import Connection, WorkerLost
from grader.sandbox.protocol import Captured, Ending
from grader.verdict import Cause
from grader.wire import values
from grader.wire.frames import Channel
from grader.wire.peer import ANSWER, ERROR, REQUEST
from grader.wire.values import NEW, OURS, TENSOR, THEIRS, TUPLE

encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder().decode


class Puppet:
    """A worker whose answers a test writes."""

    def __init__(self, answer: Callable[[Channel, list[Any]], None], before: bytes = b"") -> None:
        self.channel, other = socket.socketpair()
        if before:
            other.sendall(before)
        self._other = other
        self._answer = answer
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        channel = Channel(self._other)
        try:
            while True:
                header, _ = channel.receive()
                self._answer(channel, decode(header))
        except Exception:
            self._other.close()

    def resume(self) -> None: ...
    def pause(self) -> None: ...
    def resume_unattended(self) -> None: ...
    def attend(self) -> None: ...
    def captured(self) -> Captured:
        return Captured()

    def close(self) -> Ending:
        self.channel.close()
        self._thread.join()
        return Ending(None)


def answering(*messages: Any) -> Callable[[Channel, list[Any]], None]:
    def answer(channel: Channel, request: list[Any]) -> None:
        for message in messages:
            made = [request[1] if part == "turn" else part for part in message]
            channel.send(encode(made), [])

    return answer


def protocol_end(connection: Connection, *args: Any) -> Ending:
    with pytest.raises(WorkerLost) as lost:
        connection.ask("identity", *args)
    connection.close()
    assert lost.value.ending.cause is Cause.PROTOCOL
    return lost.value.ending


ANY_CALLBACK = [OURS, 1]
LIES: dict[str, list[Any]] = {
    "no message": ["x"],
    "a random state that nobody asked for": [ANSWER, "turn", None, [], [], [], 1, b"\0" * 10_077],
    "a message of the wrong length": [ANSWER, "turn", None, [], [], [], 1],
    "wrong turn": [ANSWER, 999, None, [], [], [], 1, None],
    "wrong kind": [7, "turn", None, [], [], [], 1],
    "a bool for a turn": [ANSWER, True, None, [], [], [], 1, None],
    "an object that it was not given": [ANSWER, "turn", None, [], [], [], [OURS, 77], None],
    "a tensor that it was not given": [ANSWER, "turn", None, [], [], [], [TENSOR, 4], None],
    "a global": [ANSWER, "turn", None, [], [], [], [values.GLOBAL, "os", "system"], None],
    "a kind that was not described": [ANSWER, "turn", None, [], [], [], [THEIRS, 1, 9, None], None],
    "a description that is none": [ANSWER, "turn", None, [], [], [], [THEIRS, 1, 1, [[["a"]], b""]], None],
    "changes a container that it was not given": [ANSWER, "turn", None, [], [], [[3, [1]]], 1, None],
    "changes a tensor that it was not given": [ANSWER, "turn", [[], [], [], [], [[8, None, False, 0, True]], []], [], [], [], 1, None],
    "releases what it never had": [ANSWER, "turn", [[2], [], [], [], [], []], [], [], [], 1, None],
    "releases an object that it never had": [ANSWER, "turn", [[], [5], [], [], [], []], [], [], [], 1, None],
    "a key of the judge's": [ANSWER, "turn", None, [[2, 0, ["float32", [1], None, b"\0" * 4], None]], [], [], 1, None],
    "a key that is none": [ANSWER, "turn", None, [["x", 0, ["float32", [1], None, b"\0" * 4], None]], [], [], 1, None],
    "a node of nothing": [ANSWER, "turn", None, [], [[1, [99], 0, [[1, 1, ["float32", [1], None, b"\0" * 4]]]]], [], 1, None],
    "keeps what it was not lent": [ANSWER, "turn", [[], [], [], [], [], [2]], [], [], [], 1, None],
    "a result by a key of the judge's": [ANSWER, "turn", None, [], [], [], [NEW, 2, ["float32:1", b"\0" * 4], 1], None],
    "a result without values": [ANSWER, "turn", None, [], [], [], [NEW, 1, ["float32", [1 << 30], [1], None], 5, 5], None],
    "lends what has no values": [REQUEST, 1, None, [], [], [], "nothing", [[NEW, 1, ["float32", [4], [1], None], 0]], 0, None],
    "a result that is kept as another": [ANSWER, "turn", None, [], [], [], [TUPLE, [[NEW, 1, ["float32:1", b"\0" * 4], 1]] * 2], None],
    "a request that is an answer": [REQUEST, "turn", None, [], [], [], 1, None],
    "an unknown operation": [REQUEST, 1, None, [], [], [], "system", ["ls"], 0, None],
    "the worker's operations": [REQUEST, 1, None, [], [], [], "import", ["os"], 0, None],
    "gradients of nothing": [REQUEST, 1, None, [], [], [], "products", [1, [values.LIST, []]], 0, None],
    "a request without arguments": [REQUEST, 1, None, [], [], [], "call", 3, 0, None],
    "an exception that is none": [ERROR, "turn", None, [], [], [], [values.LIST, [1, 2]], None],
    "an exception with code for arguments": [ERROR, "turn", None, [], [], [], [values.LIST, [[values.LIST, [[values.LIST, ["builtins", "ValueError"]]]], 5, None, [values.LIST, []], 0, [values.DICT, [], []]]], None],
    "deep": [ANSWER, "turn", None, [], [], [], __import__("functools").reduce(lambda t, _: [values.LIST, [t]], range(150), 1), None],
}  # fmt: skip


@pytest.mark.parametrize("name", LIES)
def test_lies_end_the_worker(name: str) -> None:
    connection = Connection(Puppet(answering(LIES[name])))
    protocol_end(connection, 1)
    with pytest.raises(WorkerLost):
        connection.ask("identity", 1)


def test_speaking_without_being_asked_is_a_lie() -> None:
    channel_bytes = encode([ANSWER, 1, None, [], [], [], 1, None])
    before = len(channel_bytes).to_bytes(4, "little") + b"\0\0\0\0" + channel_bytes
    protocol_end(Connection(Puppet(answering(), before)), 1)


def test_answering_twice_is_a_lie() -> None:
    message = [ANSWER, "turn", None, [], [], [], 1, None]
    connection = Connection(Puppet(answering(message, message)))
    import time

    assert connection.ask("identity", 1) == 1
    time.sleep(0.05)
    protocol_end(connection, 1)


def test_endless_callbacks_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    from grader.wire import peer

    monkeypatch.setattr(peer, "MAX_REQUESTS", 50)
    call: list[Any] = [REQUEST, 1, None, [], [], [], "call", [ANY_CALLBACK], 0, None]
    first: list[Any] = [REQUEST, 1, None, [], [], [], "nothing", [], 0, None]
    connection = Connection(Puppet(answering(first)))
    protocol_end(connection, 1)
    monkeypatch.setattr(peer, "MAX_TURNS", 20)
    nested = Connection(Puppet(answering(call)))
    with pytest.raises(WorkerLost):
        nested.ask("identity", lambda: nested.ask("identity", 1))
    assert nested.ending is not None
    nested.close()


def test_arguments_are_the_only_things_that_change() -> None:
    x, other, items = torch.zeros(2), torch.zeros(2), [1]
    update = [2, ["float32", [2], None, torch.ones(2).numpy().tobytes()], True, 0, None]
    message = [ANSWER, "turn", [[], [], [], [], [update], [2]], [], [], [[0, [5]]], 1, None]
    connection = Connection(Puppet(answering(message)))
    assert connection.ask("identity", x, items) == 1
    connection.close()
    assert x.tolist() == [1.0, 1.0]
    assert items == [5]
    assert other.tolist() == [0.0, 0.0]


@pytest.mark.parametrize(
    "names",
    [
        ["_pytest.outcomes", "Skipped"],
        ["builtins", "KeyboardInterrupt"],
        ["builtins", "GeneratorExit"],
        ["unittest.case", "SkipTest"],
    ],
)
def test_exceptions_that_would_steer_the_session_are_not_raised(names: list[str]) -> None:
    mro = [values.LIST, [[values.LIST, names], [values.LIST, ["builtins", "BaseException"]]]]
    error = [values.LIST, [mro, "text", None, [values.LIST, []], 0, [values.DICT, [], []]]]
    connection = Connection(Puppet(answering([ERROR, "turn", None, [], [], [], error, None])))
    with pytest.raises(Exception, match="text") as caught:
        connection.ask("identity", 1)
    connection.close()
    assert type(caught.value).__module__ == "student"
