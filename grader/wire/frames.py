"""Frames: a length-prefixed header and raw buffers over a stream socket.

Layout, little endian: header length (u32), number of buffers (u32), the length of each buffer (u64 each), the header,
the buffers. Lengths are checked against `FrameLimits` before anything is allocated. Bytes are read with `recv` without
room for control data, so descriptors that the other side attaches are closed by the kernel.
"""

import ctypes
import socket
import struct
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from grader.wire.violation import CannotCross, ProtocolViolation, StreamEnded

_PREFIX = struct.Struct("<II")
_CHUNK = 1 << 16
_IOV = 64  # well under every system's IOV_MAX


@dataclass(frozen=True, slots=True)
class FrameLimits:
    """Upper bounds of one frame, in bytes (``buffers``: a count)."""

    header: int = 4 << 20
    payload: int = 1 << 30
    buffers: int = 1 << 14


class Channel:
    """One end of the stream. Not thread safe: the peer holds a lock around each exchange."""

    def __init__(self, sock: socket.socket, limits: FrameLimits | None = None) -> None:
        self.sock = sock
        self.limits = limits or FrameLimits()
        self._pending = b""
        self._at = 0

    def send(self, header: bytes, buffers: Sequence[memoryview]) -> None:
        """Write one frame. Raises CannotCross before a byte is sent when the other side would refuse it."""
        limits = self.limits
        if len(header) > limits.header or len(buffers) > limits.buffers:
            raise CannotCross("this has too many parts to cross between the check and the student's code")
        start = _PREFIX.pack(len(header), len(buffers))
        if not buffers:
            self._write(start + header)
            return
        if sum(map(len, buffers)) > limits.payload:
            raise CannotCross(f"this is larger than {limits.payload >> 20} MiB, too large to cross")
        lengths = struct.pack(f"<{len(buffers)}Q", *map(len, buffers))
        self._write_all([memoryview(start + lengths + header), *(b for b in buffers if len(b))])

    def _write(self, data: bytes) -> None:
        try:
            self.sock.sendall(data)
        except OSError as error:
            raise StreamEnded(str(error)) from error

    def _write_all(self, parts: list[memoryview]) -> None:
        try:
            while parts:
                sent = self.sock.sendmsg(parts[:_IOV])
                while parts and sent >= len(parts[0]):
                    sent -= len(parts.pop(0))
                if sent:
                    parts[0] = parts[0][sent:]
        except OSError as error:
            raise StreamEnded(str(error)) from error

    def receive(self) -> tuple[bytes, list[Tensor]]:
        """The next frame: its header, and each buffer as a uint8 tensor (64-byte aligned, as torch's own)."""
        limits = self.limits
        header_length, count = _PREFIX.unpack(self._take(_PREFIX.size))
        if header_length > limits.header or count > limits.buffers:
            raise ProtocolViolation("a frame is larger than allowed")
        lengths = struct.unpack(f"<{count}Q", self._take(8 * count)) if count else ()
        if sum(lengths) > limits.payload:
            raise ProtocolViolation("a frame is larger than allowed")
        return self._take(header_length), [self._buffer(length) for length in lengths]

    def idle(self) -> bool:
        """True when nothing is waiting to be read, as it must be before a first request is sent."""
        if self._at < len(self._pending):
            return False
        try:
            return not self.sock.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
        except BlockingIOError:
            return True
        except OSError:
            return True

    def _receive(self, size: int) -> bytes:
        try:
            data = self.sock.recv(size)
        except OSError as error:
            raise StreamEnded(str(error)) from error
        if not data:
            raise StreamEnded("the stream ended")
        return data

    def _take(self, size: int) -> bytes:
        at, pending = self._at, self._pending
        if len(pending) - at >= size:
            self._at = at + size
            return pending[at : at + size]
        parts = [pending[at:]]
        missing = size - len(parts[0])
        while missing > 0:
            parts.append(self._receive(max(_CHUNK, min(missing, 1 << 20))))
            missing -= len(parts[-1])
        data = b"".join(parts)
        self._pending, self._at = data, size
        return data[:size]

    def _buffer(self, length: int) -> Tensor:
        """Untouched memory is not paid for: a length that lies costs address space only."""
        data = torch.empty(length, dtype=torch.uint8)
        if not length:
            return data
        view = memoryview((ctypes.c_char * length).from_address(data.data_ptr())).cast("B")
        ready = self._pending[self._at : self._at + length]
        view[: len(ready)] = ready
        self._at += len(ready)
        at = len(ready)
        while at < length:
            try:
                got = self.sock.recv_into(view[at:])
            except OSError as error:
                raise StreamEnded(str(error)) from error
            if not got:
                raise StreamEnded("the stream ended")
            at += got
        return data
