"""What a worker prints: read as it comes, bounded, decoded."""

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from grader.sandbox.protocol import Captured


class Output(Protocol):
    """Both streams of one worker."""

    @property
    def total_bytes(self) -> int: ...
    def drain(self) -> None: ...
    def captured(self) -> Captured: ...
    def close(self) -> None: ...


class PipedOutput:
    """The judge's ends of two pipes. Keeps ``limit`` bytes of each and counts the rest."""

    def __init__(self, readers: Sequence[int], limit: int) -> None:
        self._readers = list(readers)
        self._limit = limit
        self._kept = [bytearray(), bytearray()]
        self.total_bytes = 0
        for reader in self._readers:
            os.set_blocking(reader, False)

    def drain(self) -> None:
        """Read what is there, and stop once the limit is passed: the writer is then about to be killed."""
        for reader, kept in zip(self._readers, self._kept, strict=False):
            while self.total_bytes <= self._limit:
                try:
                    data = os.read(reader, 1 << 16)
                except (BlockingIOError, OSError):
                    break
                if not data:
                    break
                self.total_bytes += len(data)
                kept += data[: max(0, self._limit - len(kept))]

    def captured(self) -> Captured:
        self.drain()
        stdout, stderr = (bytes(kept).decode(errors="replace") for kept in self._kept)
        return Captured(stdout, stderr, self.total_bytes > self._limit)

    def close(self) -> None:
        for reader in self._readers:
            with contextlib.suppress(OSError):
                os.close(reader)
        self._readers = []


class FileOutput:
    """Two files that the worker writes to: what a platform without non-blocking pipes can do."""

    def __init__(self, paths: tuple[Path, Path], limit: int) -> None:
        self._files = [path.open("rb") for path in paths]
        self._limit = limit

    @property
    def total_bytes(self) -> int:
        return sum(os.fstat(file.fileno()).st_size for file in self._files)

    def drain(self) -> None:
        pass

    def captured(self) -> Captured:
        texts = []
        for file in self._files:
            file.seek(0)
            texts.append(file.read(self._limit).decode(errors="replace"))
        return Captured(texts[0], texts[1], self.total_bytes > self._limit)

    def close(self) -> None:
        for file in self._files:
            file.close()
