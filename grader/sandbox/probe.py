"""Ask a probing worker to run source text, from the judge's side."""

import json
import struct
from typing import Any

from grader.sandbox.protocol import Worker

_LENGTH = struct.Struct("<I")


class ProbeError(Exception):
    """The source raised: ``kind`` is the exception's name, ``errno`` its number if it has one."""

    def __init__(self, kind: str, message: str, errno: int | None) -> None:
        super().__init__(f"{kind}: {message}")
        self.kind = kind
        self.errno = errno


def ask(worker: Worker, source: str) -> Any:
    """Run ``source`` in the worker and give its variable ``result``. EOFError when the worker ended meanwhile."""
    tell(worker, source)
    try:
        (length,) = _LENGTH.unpack(_exactly(worker, _LENGTH.size))
        answer = json.loads(_exactly(worker, length))
    finally:
        worker.pause()
    if "error" in answer:
        raise ProbeError(answer["error"], answer["message"], answer["errno"])
    return answer["result"]


def tell(worker: Worker, source: str) -> None:
    """Start ``source`` in the worker and don't wait."""
    encoded = source.encode()
    worker.resume()
    worker.channel.sendall(_LENGTH.pack(len(encoded)) + encoded)


def _exactly(worker: Worker, count: int) -> bytes:
    data = b""
    while len(data) < count:
        more = worker.channel.recv(count - len(data))
        if not more:
            raise EOFError("the worker ended")
        data += more
    return data
