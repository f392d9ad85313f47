"""Frames: a length-prefixed header and raw buffers over a stream socket.

Layout, little endian: header length (u32), number of buffers (u32), the length of each buffer (u64 each), the header,
the buffers. Lengths are checked against `FrameLimits` before anything is allocated. Bytes are read with `recv` without
room for control data, so descriptors that the other side attaches are closed by the kernel.
"""

import ctypes
import select
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
        self._room = memoryview(bytearray(_CHUNK))  # received, and from `_at` to `_end` still to be read
        self._at = 0
        self._end = 0
        self._poll = select.poll() if hasattr(select, "poll") else None
        if self._poll is not None:
            self._poll.register(sock, select.POLLIN)

    def send(self, header: bytes, buffers: Sequence[memoryview]) -> None:
        """Write one frame. Raises CannotCross before a byte is sent when the other side would refuse it."""
        limits = self.limits
        if len(header) > limits.header or len(buffers) > limits.buffers:
            raise CannotCross("this has too many parts to cross between the check and the student's code")
        start = _PREFIX.pack(len(header), len(buffers))
        if not buffers:
            try:
                self.sock.sendall(start + header)
            except OSError as error:
                raise StreamEnded(str(error)) from error
            return
        if sum(map(len, buffers)) > limits.payload:
            raise CannotCross(f"this is larger than {limits.payload >> 20} MiB, too large to cross")
        lengths = struct.pack(f"<{len(buffers)}Q", *map(len, buffers))
        self._write_all([memoryview(start + lengths + header), *(b for b in buffers if len(b))])

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

    def receive(self) -> tuple[memoryview, list[Tensor]]:
        """The next frame: its header, and each buffer as a uint8 tensor (64-byte aligned, as torch's own).

        The header lies in memory that the next call writes into.
        """
        limits = self.limits
        if self._at == self._end:
            self._at, self._end = 0, self._into(self._room)
        if self._end - self._at < _PREFIX.size:
            self._fill(_PREFIX.size)
        header_length, count = _PREFIX.unpack_from(self._room, self._at)
        self._at += _PREFIX.size
        if header_length > limits.header or count > limits.buffers:
            raise ProtocolViolation("a frame is larger than allowed")
        if not count:
            return self._take(header_length), []
        lengths = struct.unpack(f"<{count}Q", self._take(8 * count))
        if sum(lengths) > limits.payload:
            raise ProtocolViolation("a frame is larger than allowed")
        return self._take(header_length), [self._buffer(length) for length in lengths]

    def idle(self) -> bool:
        """True when nothing is waiting to be read, as it must be before a first request is sent."""
        if self._at < self._end:
            return False
        if self._poll is not None and not self._poll.poll(0):
            return True
        try:
            return not self.sock.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
        except BlockingIOError:
            return True
        except OSError:
            return True

    def _into(self, room: memoryview, flags: int = 0) -> int:
        try:
            got = self.sock.recv_into(room, 0, flags)
        except OSError as error:
            raise StreamEnded(str(error)) from error
        if not got:
            raise StreamEnded("the stream ended")
        return got

    def _take(self, size: int) -> memoryview:
        if self._end - self._at < size:
            if size > _CHUNK:
                return self._take_long(size)
            self._fill(size)
        at = self._at
        self._at = at + size
        return self._room[at : at + size]

    def _fill(self, size: int) -> None:
        """Have at least so many bytes waiting in the room."""
        room, left = self._room, self._end - self._at
        if left:
            room[:left] = room[self._at : self._end].tobytes()
        self._at, self._end = 0, left
        while self._end < size:
            self._end += self._into(room[self._end :])

    def _take_long(self, size: int) -> memoryview:
        """Grows with what really came."""
        data = bytearray(self._room[self._at : self._end])
        self._at = self._end = 0
        while len(data) < size:
            got = self._into(self._room[: size - len(data)])
            data += self._room[:got]
        return memoryview(data)

    def _buffer(self, length: int) -> Tensor:
        """Untouched memory is not paid for: a length that lies costs address space only."""
        data = torch.empty(length, dtype=torch.uint8)
        if not length:
            return data
        view = memoryview((ctypes.c_char * length).from_address(data.data_ptr())).cast("B")
        at = min(self._end - self._at, length)
        view[:at] = self._room[self._at : self._at + at]
        self._at += at
        while at < length:
            at += self._into(view[at:], socket.MSG_WAITALL)
        return data
