"""The worker's loop: write the submission's files, import them, and do what the judge asks of them.

Everything irrevocable (namespaces, limits, dropped rights) was done before `main` runs. This process is the student's:
nothing that it says is believed on the other side.
"""

import importlib
import os
import random
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import torch

from grader.wire import errors
from grader.wire.frames import Channel, FrameLimits
from grader.wire.objects import Kind
from grader.wire.peer import Peer
from grader.wire.proxy import Proxy, proxy_class
from grader.wire.randomness import SharedRandom
from grader.wire.trace import traced
from grader.wire.violation import CannotCross, StreamEnded
from grader.worker import memory, operations
from grader.worker.exceptions import describe, from_description
from grader.worker.watch import Guards

LIMITS = FrameLimits(header=64 << 20, payload=4 << 30)  # what the judge sends is the judge's to bound


class Exposed:
    """The worker does whatever the judge asks."""

    def __init__(self) -> None:
        self.peer: Peer | None = None
        self._guards: Guards | None = None
        self.home = os.getpid()
        self._table: dict[str, Callable[..., Any]] = {
            **operations.TABLE,
            "start": self.start,
            "import": self.load,
            "products": lambda number, cotangents: self._peer.gradients.products(number, cotangents),
            "shares_memory": memory.shares_memory,
            "call_sharing": memory.call_sharing,
            "watched": self.watched,
            "traced": traced,
            "seed": seed,
            "share_random": self.share_random,
        }

    @property
    def _peer(self) -> Peer:
        assert self.peer is not None
        return self.peer

    def perform(self, operation: str, args: list[Any]) -> Any:
        action = self._table[operation]
        if self._guards is None or operation == "watched":
            return action(*args)
        with self._guards.watching():
            return action(*args)

    def start(self, files: dict[str, bytes], threads: int, watch: tuple[tuple[str, ...], ...]) -> None:
        """Write the submission into the working folder, put it first on the path, and set up the guards."""
        torch.set_num_threads(threads)
        here = os.getcwd()
        for name, data in files.items():
            target = Path(here, name)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        sys.path.insert(0, here)
        sys.path_importer_cache.pop(here, None)  # invalidate_caches() would touch each folder of every package
        if any(watch):
            self._guards = Guards(*watch)

    def watched(self) -> list[tuple[str, str, str, int]]:
        return list(self._guards.seen) if self._guards else []

    def share_random(self, state: bytes) -> None:
        self._peer.random = SharedRandom()
        self._peer.random.take(state)

    def load(self, name: str) -> ModuleType:
        return importlib.import_module(name)

    def may_export(self, value: object) -> bool:
        return True

    def proxy(self, peer: Peer, number: int, kind: Kind) -> Proxy:
        return proxy_class(JudgeObject, kind.features)(peer, number, kind)

    def original(self, peer: Peer, value: object) -> Proxy | None:
        return value if issubclass(type(value), JudgeObject) else None  # type: ignore[return-value]

    def global_of(self, value: object) -> list[str] | None:
        return None

    def find_global(self, module: str, name: str) -> object:
        value: Any = importlib.import_module(module)
        for part in name.split("."):
            value = getattr(value, part)
        return value

    def describe(self, error: BaseException) -> list[Any]:
        return describe(error)

    def rebuild(self, raised: errors.Raised) -> BaseException:
        return from_description(raised)

    def before_request(self) -> None:
        if os.getpid() != self.home:
            raise CannotCross("an object of the check can be used only in the process that it was passed to")


class JudgeObject(Proxy):
    """A function, module, data set or iterator of the check, seen from the student's code."""

    __slots__ = ()


def seed(which: str, value: Any) -> None:
    """Seed the generator of "torch", "numpy" or "random"."""
    seeders: dict[str, Callable[..., Any]] = {
        "torch": torch.manual_seed,
        "numpy": np.random.seed,
        "random": random.seed,
    }
    seeders[which](value)


def main(channel: socket.socket) -> None:
    """Serve until the judge closes the stream. Returns; the caller ends the process."""
    exposed = Exposed()
    peer = Peer(Channel(channel, LIMITS), exposed, judge=False)
    exposed.peer = peer
    try:
        peer.serve()
    except StreamEnded:
        return
