"""Frames are bounded, whole, and carry nothing but bytes."""

import os
import socket
import struct
import threading
from collections.abc import Iterator

import pytest
import torch

from grader.wire.frames import Channel, FrameLimits
from grader.wire.violation import CannotCross, ProtocolViolation, StreamEnded

LIMITS = FrameLimits(header=1000, payload=100_000, buffers=10)


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, socket.socket]]:
    a, b = socket.socketpair()
    yield a, b
    a.close()
    b.close()


def test_a_frame_arrives_whole(ends: tuple[socket.socket, socket.socket]) -> None:
    sender, receiver = (Channel(end) for end in ends)
    data = torch.arange(1_000_000, dtype=torch.int32)
    big = memoryview(data.numpy().tobytes())
    thread = threading.Thread(target=sender.send, args=(b"head", [big, memoryview(b""), memoryview(b"abc")]))
    thread.start()
    header, buffers = receiver.receive()
    thread.join()
    assert bytes(header) == b"head"
    assert torch.equal(buffers[0].view(torch.int32), data)
    assert bytes(buffers[2].numpy()) == b"abc"
    assert buffers[0].data_ptr() % 64 == 0


def test_frames_follow_each_other(ends: tuple[socket.socket, socket.socket]) -> None:
    sender, receiver = (Channel(end) for end in ends)
    for n in range(50):
        sender.send(b"x" * n, [memoryview(b"y" * n)] * (n % 3))
    for n in range(50):
        header, buffers = receiver.receive()
        assert header == b"x" * n
        assert [b.numel() for b in buffers] == [n] * (n % 3)
    assert receiver.idle()
    sender.send(b"", [])
    assert not receiver.idle()


@pytest.mark.parametrize(
    "prefix",
    [
        struct.pack("<II", 1001, 0),
        struct.pack("<II", 0xFFFFFFFF, 0),
        struct.pack("<II", 10, 11),
        struct.pack("<IIQ", 10, 1, 100_001),
        struct.pack("<IIQQ", 10, 2, 1 << 63, 1 << 63),
        struct.pack("<IIQ", 10, 1, 0xFFFFFFFFFFFFFFFF),
    ],
)
def test_lengths_that_lie_are_refused_before_anything_is_read(
    ends: tuple[socket.socket, socket.socket], prefix: bytes
) -> None:
    ends[0].sendall(prefix)
    with pytest.raises(ProtocolViolation):
        Channel(ends[1], LIMITS).receive()


def test_a_stream_that_stops_is_an_end(ends: tuple[socket.socket, socket.socket]) -> None:
    ends[0].sendall(struct.pack("<II", 100, 0) + b"half")
    ends[0].close()
    with pytest.raises(StreamEnded):
        Channel(ends[1], LIMITS).receive()


def test_what_the_other_side_would_refuse_is_not_sent(ends: tuple[socket.socket, socket.socket]) -> None:
    channel = Channel(ends[0], LIMITS)
    for header, buffers in ((b"x" * 1001, []), (b"", [memoryview(bytes(60_000))] * 2), (b"", [memoryview(b"")] * 11)):
        with pytest.raises(CannotCross):
            channel.send(header, buffers)
    assert Channel(ends[1]).idle()


def test_descriptors_are_dropped(ends: tuple[socket.socket, socket.socket]) -> None:
    descriptor = os.open("/dev/null", os.O_RDONLY)
    before = len(os.listdir("/proc/self/fd"))
    socket.send_fds(ends[0], [struct.pack("<II", 2, 0) + b"ok"], [descriptor] * 5)
    header, buffers = Channel(ends[1]).receive()
    assert (bytes(header), buffers) == (b"ok", [])
    assert len(os.listdir("/proc/self/fd")) == before
    os.close(descriptor)
