"""The worker of the process driver: no isolation. Portable to macOS and Windows.

With ``filter`` in its orders it runs inside a bubblewrap of its own, and locks itself in before it says "ready".

Its first line of standard input is JSON: ``server`` and ``limits``, and either ``descriptor`` (an inherited socket) or
``port`` and ``token`` (connect to the judge on the loopback interface and say the token).
"""

import base64
import importlib
import json
import os
import socket
import sys
from typing import Any

from grader.worker import rlimits, run, warmup

READY = b"R"  # the first byte on the channel: imports are done, the clocks may start


def main() -> None:
    orders = json.loads(sys.stdin.readline())
    channel = _channel(orders)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    importlib.import_module("torch")
    importlib.import_module(orders["server"])
    warmup.keep_freed_memory()
    if hasattr(os, "fork"):
        rlimits.apply(orders["limits"])
    if "filter" in orders:
        from grader.worker import isolate

        isolate.lock_in_place(channel.fileno(), base64.b64decode(orders["filter"]))
    channel.sendall(READY)
    run.run(channel, orders["server"])


def _channel(orders: dict[str, Any]) -> socket.socket:
    if "descriptor" in orders:
        return socket.socket(fileno=orders["descriptor"])
    channel = socket.create_connection(("127.0.0.1", orders["port"]), timeout=30)
    channel.sendall(orders["token"].encode())
    channel.settimeout(None)
    return channel


if __name__ == "__main__":
    main()
