"""Reads zip and tar archives without unpacking them: names and kinds are looked at, bytes are read within bounds."""

import bz2
import gzip
import io
import lzma
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path as DiskPath
from typing import BinaryIO, cast

from grader.batch.intake.folder import SKIPPED
from grader.batch.intake.model import Path
from grader.batch.intake.tree import MAX_ENTRIES, Entry, Refused, Unreadable, shown, split_name

SUFFIXES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")
_MAX_TAR_BYTES = 256 << 20  # unpacked: a tar is read from its beginning, so what is skipped must be unpacked too
_BROKEN = (zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError, EOFError, OSError, ValueError)
_UNPACKERS: dict[bytes, Callable[[BinaryIO], BinaryIO]] = {
    b"\x1f\x8b": lambda file: cast(BinaryIO, gzip.GzipFile(fileobj=file)),
    b"BZh": lambda file: cast(BinaryIO, bz2.BZ2File(file)),
    b"\xfd7zXZ": lambda file: cast(BinaryIO, lzma.LZMAFile(file)),  # noqa: SIM115 - closed with what it reads
}
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)


def is_archive(name: str) -> bool:
    return name.lower().endswith(SUFFIXES)


def walk_archive(source: DiskPath | bytes, name: str) -> Iterator[Entry | Refused]:
    """Every regular file of an archive on disk or in memory. Raises Unreadable where it is none, or is broken.

    Entries of an archive on disk stay readable as long as the file is there.
    """
    try:
        file: BinaryIO = io.BytesIO(source) if isinstance(source, bytes) else open(source, "rb")  # noqa: SIM115
    except OSError as error:
        raise Unreadable(f"`{name}` can't be read: {(error.strerror or 'unknown error').lower()}.") from None
    walk = _walk_zip if name.lower().endswith(".zip") else _walk_tar
    try:
        yield from walk(file)
    except _BROKEN as error:
        raise Unreadable(f"`{shown((name,))}` is no archive that can be read ({_why(error)}). Pack it again.") from None


def _why(error: Exception) -> str:
    return str(error).splitlines()[0][:80] if str(error) else type(error).__name__


def _walk_zip(file: BinaryIO) -> Iterator[Entry | Refused]:
    archive = zipfile.ZipFile(file)
    for entry in archive.infolist():
        path = split_name(entry.filename)
        if entry.is_dir() or SKIPPED & set(path[:-1]):
            continue
        mode = entry.external_attr >> 16
        if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
            kind = "a link" if stat.S_ISLNK(mode) else "no ordinary file"
            yield Refused(path, f"`{shown(path)}` is {kind}: it was left out.")
        elif entry.flag_bits & 0x1:
            yield Refused(path, f"`{shown(path)}` is locked by a password: it was left out.")
        elif entry.compress_type not in _METHODS:
            yield Refused(path, f"`{shown(path)}` is packed in a way that can't be read: it was left out.")
        else:
            yield Entry(path, entry.file_size, partial(_read_zip, archive, entry, path))


def _read_zip(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, path: Path, most: int) -> bytes:
    try:
        with archive.open(entry) as file:
            return file.read(most)
    except (*_BROKEN, RuntimeError, NotImplementedError) as error:
        raise Unreadable(f"`{shown(path)}` is damaged in its archive ({_why(error)}).") from None


class _Bounded(io.RawIOBase):
    """A stream that ends with a refusal after so many bytes: a few kilobytes can unpack to terabytes."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._left = _MAX_TAR_BYTES

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        piece = self._stream.read(len(buffer))
        self._left -= len(piece)
        if self._left < 0:
            raise ValueError(f"it unpacks to more than {_MAX_TAR_BYTES >> 20} MiB")
        buffer[: len(piece)] = piece
        return len(piece)


def _walk_tar(file: BinaryIO) -> Iterator[Entry | Refused]:
    """In one pass; what a submission may contain is read on the way, since going back would unpack all again."""
    from grader.batch.intake.select import worth_reading

    with tarfile.open(fileobj=_unpacked(file), mode="r|") as archive:
        for number, member in enumerate(archive):
            if number >= MAX_ENTRIES:
                raise ValueError(f"it has more than {MAX_ENTRIES:,} entries")
            path = tuple(part for part in split_name(member.name.removeprefix("./")))
            if member.isdir() or SKIPPED & set(path[:-1]):
                continue
            if not member.isfile() or member.issparse():
                kind = "a link" if member.issym() or member.islnk() else "no ordinary file"
                yield Refused(path, f"`{shown(path)}` is {kind}: it was left out.")
                continue
            most = worth_reading(path, member.size)
            stream = archive.extractfile(member) if most else None
            content = stream.read(most) if stream is not None else b""
            yield Entry(path, member.size, partial(_cut, content))


def _cut(content: bytes, most: int) -> bytes:
    return content[:most]


def _unpacked(file: BinaryIO) -> BinaryIO:
    magic = file.read(6)
    file.seek(0)
    opener = next((opener for start, opener in _UNPACKERS.items() if magic.startswith(start)), None)
    return io.BufferedReader(_Bounded(opener(file) if opener else file))
