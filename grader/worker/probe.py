"""The server that a probing worker runs in place of ``serve``: executes the judge's own source text, answers in JSON.

Used by `grade doctor` and by the tests to try from inside what student code could try.
"""

import json
import socket
import struct
from typing import Any

_LENGTH = struct.Struct("<I")


def main(channel: socket.socket) -> None:
    """Each message is Python source; the answer is its variable ``result``, or the error that it raised."""
    names: dict[str, Any] = {"channel": channel}
    while True:
        header = _exactly(channel, _LENGTH.size)
        if header is None:
            return
        source = _exactly(channel, _LENGTH.unpack(header)[0])
        if source is None:
            return
        answer = json.dumps(_run(source.decode(), names), default=repr).encode()
        channel.sendall(_LENGTH.pack(len(answer)) + answer)


def _run(source: str, names: dict[str, Any]) -> dict[str, Any]:
    names["result"] = None
    try:
        exec(compile(source, "<probe>", "exec"), names)
    except Exception as error:
        return {"error": type(error).__name__, "message": str(error), "errno": getattr(error, "errno", None)}
    return {"result": names["result"]}


def _exactly(channel: socket.socket, count: int) -> bytes | None:
    data = b""
    while len(data) < count:
        more = channel.recv(count - len(data))
        if not more:
            return None
        data += more
    return data
