"""Reads zip and tar archives without unpacking them: names and kinds are looked at, bytes are read within bounds."""

import bz2
import gzip
import io
import itertools
import lzma
import os
import stat
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path as DiskPath
from typing import BinaryIO, cast

from grader.batch.intake.folder import SKIPPED
from grader.batch.intake.model import Path
from grader.batch.intake.tree import Entry, Unreadable, left_out, refused, shown, split_name
from grader.language import say

SUFFIXES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")
_UNPACKERS: dict[bytes, Callable[[BinaryIO], BinaryIO]] = {
    b"\x1f\x8b": lambda file: cast(BinaryIO, gzip.GzipFile(fileobj=file)),
    b"BZh": lambda file: cast(BinaryIO, bz2.BZ2File(file)),
    b"\xfd7zXZ": lambda file: cast(BinaryIO, lzma.LZMAFile(file)),  # noqa: SIM115 - closed with what it reads
}
# The library unpacks bzip2 and LZMA in a zip in whole blocks, whatever was asked for: a kilobyte gives gigabytes.
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_PIECE = 1 << 20


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much an archive may ask of us."""

    listing: int  # bytes of a zip's list of contents, all of which is read at once
    unpacked: int  # bytes of a tar: what is skipped in it must be unpacked too


CLASS = Bounds(listing=64 << 20, unpacked=64 << 30)
OWN = Bounds(listing=1 << 20, unpacked=64 << 20)  # a student's own


def is_archive(name: str) -> bool:
    return name.lower().endswith(SUFFIXES)


def walk_archive(source: DiskPath | bytes, name: str, bounds: Bounds = CLASS) -> Iterator[Entry]:
    """Every file of an archive on disk or in memory. Raises Unreadable where it is none, or is broken.

    What a platform packed on disk is ours to read; what a student packed is the student's.
    """
    ours = not isinstance(source, bytes)
    try:
        file = _Source(io.BytesIO(source)) if isinstance(source, bytes) else _Source.of(os.open(source, os.O_RDONLY))
    except OSError as error:
        reason = (error.strerror or say("unknown error")).lower()
        raise Unreadable(say("`{path}` can't be read: {reason}.", path=name, reason=reason), ours=ours) from None
    walk = _walk_zip if name.lower().endswith(".zip") else _walk_tar
    try:
        yield from walk(file, bounds, ours)
    except Unreadable:
        raise
    except Exception as error:  # what these libraries raise on hostile bytes is no closed list
        raise Unreadable(
            say("`{path}` is no archive that can be read ({why}). Pack it again.", path=shown((name,)), why=_why(error))
        ) from None


def _why(error: Exception) -> str:
    return shown((str(error).splitlines()[0],)) if str(error).strip() else type(error).__name__


class _Source(io.RawIOBase):
    """A file that refuses to give more than ``most`` bytes at once, and is closed when nobody has it any more."""

    def __init__(self, file: BinaryIO, descriptor: int | None = None) -> None:
        self._file = file
        self._descriptor = descriptor
        self.most: int | None = None

    @classmethod
    def of(cls, descriptor: int, mode: str = "rb") -> "_Source":
        return cls(cast(BinaryIO, open(descriptor, mode, closefd=False)), descriptor)

    def read(self, count: int = -1) -> bytes:
        if self.most is not None and count > self.most:
            raise ValueError("its list of contents is too long")
        return self._file.read(count)

    def write(self, data: bytes) -> int:  # type: ignore[override]
        return self._file.write(data)

    def seek(self, offset: int, whence: int = 0) -> int:
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def close(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
        super().close()


def _walk_zip(file: _Source, bounds: Bounds, ours: bool) -> Iterator[Entry]:
    file.most = bounds.listing
    archive = zipfile.ZipFile(cast(BinaryIO, file))
    file.most = None
    _see_that_none_overlap(archive)
    for entry in archive.infolist():
        path = split_name(entry.filename)
        if entry.is_dir() or SKIPPED & set(path[:-1]):
            continue
        mode = entry.external_attr >> 16
        if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
            yield left_out(path, say("is a link") if stat.S_ISLNK(mode) else say("is no ordinary file"))
        elif entry.flag_bits & 0x1:
            yield left_out(path, say("is locked by a password"))
        elif entry.compress_type not in _METHODS:
            yield left_out(path, say("is packed in a way that can't be read"))
        else:
            yield Entry(path, entry.file_size, partial(_read_zip, archive, entry, path, ours))


def _see_that_none_overlap(archive: zipfile.ZipFile) -> None:
    """Entries that share their bytes make petabytes of a few megabytes; no packer writes them."""
    entries = sorted(archive.infolist(), key=lambda entry: entry.header_offset)
    for entry, following in itertools.pairwise(entries):
        if entry.header_offset + entry.compress_size >= following.header_offset:
            raise ValueError("its entries overlap")


def _read_zip(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, path: Path, ours: bool, most: int) -> bytes:
    try:
        with archive.open(entry) as file:
            return file.read(most)
    except Exception as error:
        raise Unreadable(
            say("`{path}` is damaged in its archive ({why}).", path=shown(path), why=_why(error)), ours=ours
        ) from None


def _walk_tar(file: _Source, bounds: Bounds, ours: bool) -> Iterator[Entry]:
    plain = _unpacked(file, bounds)
    with tarfile.open(fileobj=plain, mode="r:") as archive:
        for member in archive:
            archive.members = []  # type: ignore[attr-defined]  # the library keeps all that it has passed
            path = split_name(member.name)
            if member.size < 0:
                raise ValueError("an entry has a negative size")
            if member.isdir() or SKIPPED & set(path[:-1]):
                continue
            if member.isfile() and not member.issparse():
                yield Entry(path, member.size, partial(_read_tar, plain, member.offset_data, member.size, path, ours))
            else:
                yield left_out(
                    path, say("is a link") if member.issym() or member.islnk() else say("is no ordinary file")
                )


def _read_tar(file: BinaryIO, offset: int, size: int, path: Path, ours: bool, most: int) -> bytes:
    file.seek(offset)
    content = file.read(min(size, most))
    if len(content) < min(size, most):
        raise Unreadable(say("`{path}` is damaged in its archive (it is cut off).", path=shown(path)), ours=ours)
    return content


def _unpacked(file: _Source, bounds: Bounds) -> BinaryIO:
    """A tar without its compression, in a file without a name: reading it back and forth costs nothing."""
    magic = file.read(6)
    file.seek(0)
    opener = next((opener for start, opener in _UNPACKERS.items() if magic.startswith(start)), None)
    if opener is None:
        return cast(BinaryIO, file)
    target = _Source.of(_nameless(), "w+b")
    packed = opener(cast(BinaryIO, file))
    while piece := packed.read(_PIECE):
        target.write(piece)
        if target.tell() > bounds.unpacked:
            raise ValueError(f"it unpacks to more than {bounds.unpacked >> 20:,} MiB")
    target.seek(0)
    return cast(BinaryIO, target)


def _nameless() -> int:
    """A descriptor of a file that is gone when it is closed."""
    descriptor, name = tempfile.mkstemp(prefix="torchgrade-")
    os.unlink(name)
    return descriptor


def refused_archive(path: Path, reason: str) -> Entry:
    return refused(path, say("`{path}` {reason}: it was not looked into.", path=shown(path), reason=reason))
