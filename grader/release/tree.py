"""Files to be written together: a folder that appears at once, or a zip whose bytes depend on its contents alone."""

import contextlib
import io
import os
import shutil
import tempfile
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from grader.course.files import explained

_1980 = (1980, 1, 1, 0, 0, 0)  # the first moment that zip files know


@dataclass(frozen=True, slots=True)
class File:
    """Content, and whether it is a program."""

    content: bytes
    executable: bool = False

    @property
    def mode(self) -> int:
        return 0o755 if self.executable else 0o644


Tree = Mapping[str, File]  # by path, with slashes


def text(content: str, *, executable: bool = False) -> File:
    return File(content.encode(), executable)


def below(folder: str, tree: Tree) -> dict[str, File]:
    return {f"{folder}/{path}": file for path, file in tree.items()}


def zipped(tree: Tree) -> bytes:
    """A zip archive: sorted, dated 1980, with the modes of a Unix system."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, file in sorted(tree.items()):
            entry = zipfile.ZipInfo(path, _1980)
            entry.create_system = 3
            entry.external_attr = (0o100000 | file.mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, file.content)
    return packed.getvalue()


def write_folder(tree: Tree, target: Path) -> None:
    """Write ``tree`` as the folder ``target``, in place of what is there: beside it first, then renamed.

    Raises InfrastructureFault; what was there before is there then.
    """
    with explained(target):
        target = Path(os.path.abspath(target))  # one may stand in it, and "." has no name of its own
        target.parent.mkdir(parents=True, exist_ok=True)
        beside = Path(tempfile.mkdtemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent))
        try:
            _fill(beside, tree)
            _swap(beside, target)
        finally:
            shutil.rmtree(beside, ignore_errors=True)


def _fill(folder: Path, tree: Tree) -> None:
    folder.chmod(0o755)
    for path, file in sorted(tree.items()):
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(file.content)
        place.chmod(file.mode)


def _swap(new: Path, target: Path) -> None:
    """Put ``new`` at ``target``; what was there goes to where ``new`` was."""
    if not os.path.lexists(target):
        new.rename(target)
        return
    old = new.with_name(f"{new.name}.old")
    target.rename(old)
    try:
        new.rename(target)
    except BaseException:
        with contextlib.suppress(OSError):
            old.rename(target)
        raise
    shutil.rmtree(old, ignore_errors=True)
