"""Pixels as a PNG file (ISO/IEC 15948): 8 bits a channel, one image data chunk."""

import base64
import struct
import zlib

_COLOURS = {1: 0, 3: 2}  # channels -> PNG's colour type: grey, RGB


def png(width: int, height: int, channels: int, pixels: bytes) -> bytes:
    """``pixels``: row-major, ``channels`` (1 or 3) bytes each."""
    row = width * channels
    lines = b"".join(b"\0" + pixels[start : start + row] for start in range(0, row * height, row))  # 0: no filter
    header = struct.pack(">IIBBBBB", width, height, 8, _COLOURS[channels], 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in chunks)


def address(width: int, height: int, channels: int, pixels: bytes) -> str:
    """The image as an address that holds it."""
    return "data:image/png;base64," + base64.b64encode(png(width, height, channels, pixels)).decode()


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
