"""This package as a wheel, built from what is installed: no network, no build tool, and no bundled course in it."""

import base64
import hashlib
import importlib.metadata
from collections.abc import Iterator
from pathlib import Path

import grader
from grader.faults import InfrastructureFault
from grader.language import say
from grader.release.tree import File, text, zipped
from grader.sandbox.view import distributions

_NAME = "torchgrade"
_TAG = "py3-none-any"
_WHEEL = f"Wheel-Version: 1.0\nGenerator: {_NAME}\nRoot-Is-Purelib: true\nTag: {_TAG}\n"


def wheel() -> tuple[str, File]:
    """(file name, wheel). The same code gives the same bytes. Raises InfrastructureFault where it is not installed."""
    distribution = _installed()
    info = f"{_NAME}-{distribution.version}.dist-info"
    files = {path: File(content) for path, content in _code()}
    files[f"{info}/METADATA"] = text(distribution.read_text("METADATA") or "")
    files[f"{info}/WHEEL"] = text(_WHEEL)
    files[f"{info}/entry_points.txt"] = text(distribution.read_text("entry_points.txt") or "")
    record = "".join(f"{path},{_digest(file.content)},{len(file.content)}\n" for path, file in sorted(files.items()))
    files[f"{info}/RECORD"] = text(f"{record}{info}/RECORD,,\n")
    return f"{_NAME}-{distribution.version}-{_TAG}.whl", File(zipped(files))


def constraints() -> File:
    """The versions that are installed here, of everything that the package needs: a platform computes the same."""
    pins = {f"{each.metadata['Name']}=={each.version.partition('+')[0]}" for each in distributions([_NAME])}
    return text("".join(f"{pin}\n" for pin in sorted(pins, key=str.lower) if not pin.startswith(f"{_NAME}==")))


def _installed() -> importlib.metadata.Distribution:
    try:
        return importlib.metadata.distribution(_NAME)
    except importlib.metadata.PackageNotFoundError:
        raise InfrastructureFault(
            say("torchgrade itself goes into the export, and it is not installed here: install it with pip.")
        ) from None


def _code() -> Iterator[tuple[str, bytes]]:
    root = Path(grader.__file__).parent
    for path in sorted(root.rglob("*")):
        inside = path.relative_to(root)
        litter = any(part in ("bundled", "__pycache__") or part.startswith(".") for part in inside.parts)
        if path.is_file() and not litter and path.suffix != ".pyc":
            yield f"grader/{inside.as_posix()}", path.read_bytes()


def _digest(content: bytes) -> str:
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
