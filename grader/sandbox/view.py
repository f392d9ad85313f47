"""What a sandbox shows of the machine: the system's libraries, Python, torch, numpy and the worker's own code.

Everything appears at its own path, since a virtual environment's paths are absolute, and everything else is absent: the
site-packages folders are covered by empty ones into which only the wanted packages are bound, so that neither the
grader's judge nor a course installed beside torch can be seen.
"""

import importlib.metadata
import importlib.util
import os
import re
import site
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import grader

# What the worker needs to import; their dependencies follow from their metadata.
PACKAGES = ("torch", "numpy", "msgspec")
_SYSTEM = ("/usr", "/etc/ld.so.cache", "/etc/alternatives")
_SYSTEM_LINKS = ("/bin", "/sbin", "/lib", "/lib64", "/lib32", "/libx32")


@dataclass(frozen=True, slots=True)
class View:
    """Paths as they are on this machine and inside; ``covered`` folders are empty inside, but for later binds."""

    system: tuple[Path, ...]  # folders and files bound first
    links: tuple[tuple[str, Path], ...]  # (target, path) symbolic links
    covered: tuple[Path, ...]  # folders replaced by empty ones
    bound: tuple[Path, ...]  # folders and files bound last
    search: Path  # what sys.path needs for ``import grader.worker``

    def sources(self) -> tuple[Path, ...]:
        return (*self.system, *self.bound)


def python_view(packages: Iterable[str] = (), hidden: Iterable[Path] = ()) -> View:
    """The view for this interpreter. ``hidden`` folders are covered where they would otherwise show."""
    links = [(os.readlink(path), Path(path)) for path in _SYSTEM_LINKS if os.path.islink(path)]
    plain = [Path(path) for path in _SYSTEM_LINKS if os.path.isdir(path) and not os.path.islink(path)]
    system = [Path(path) for path in _SYSTEM if os.path.exists(path)] + plain
    system += [path for path in _interpreter_folders() if not _within(path, system)]
    bound = [*_package_entries((*PACKAGES, *packages)), *_own_code()]
    executable, link = _executable(system)
    bound += executable
    links += link
    covered = [path for path in (*_site_folders(), *hidden) if _within(path, system)]
    return View(tuple(system), tuple(links), tuple(covered), _unique(bound), Path(grader.__file__).parent.parent)


def _within(path: Path, roots: Iterable[Path]) -> bool:
    return any(path == root or root in path.parents for root in roots)


def _unique(paths: Iterable[Path]) -> tuple[Path, ...]:
    """Without doubles and without what lies in another bound folder."""
    distinct = sorted(set(paths))
    return tuple(path for path in distinct if not any(parent in path.parents for parent in distinct))


def _interpreter_folders() -> Iterator[Path]:
    """The standard library and the shared libraries of the interpreter that a virtual environment rests on."""
    for prefix in dict.fromkeys((sys.base_prefix, sys.base_exec_prefix)):
        for name in ("bin", "lib", "lib64"):
            folder = Path(prefix, name)
            if folder.is_dir():
                yield folder.resolve() if folder.is_symlink() else folder


def _site_folders() -> list[Path]:
    """Every folder of installed packages that this machine's interpreters use, existing ones only."""
    base = sysconfig.get_path("purelib", vars={"base": sys.base_prefix, "platbase": sys.base_exec_prefix})
    named = [Path(path) for path in (*sys.path, *site.getsitepackages(), base)]
    named += [*Path("/usr/lib").glob("python3*/dist-packages"), *Path("/usr/local/lib").glob("python3*/*-packages")]
    return [path for path in dict.fromkeys(named) if path.name in ("site-packages", "dist-packages") and path.is_dir()]


def _executable(system: list[Path]) -> tuple[list[Path], list[tuple[str, Path]]]:
    """(binds, links) that make ``sys.executable`` and its ``pyvenv.cfg`` exist inside."""
    path = Path(sys.executable)
    real = path.resolve()
    binds = [] if _within(real, system) else [real]
    settings = Path(sys.prefix, "pyvenv.cfg")
    if settings.is_file() and not _within(settings, system):
        binds.append(settings)
    links = [] if path == real or _within(path, system) else [(str(real), path)]
    return binds, links


def _own_code() -> Iterator[Path]:
    """The worker's side of this package and what both sides share; never the judge's."""
    root = Path(grader.__file__).parent
    yield from (root / "__init__.py", root / "worker", root / "wire")


def _package_entries(names: Iterable[str]) -> Iterator[Path]:
    for distribution in distributions(names):
        yield from _entries(distribution)


def distributions(names: Iterable[str]) -> Iterator[importlib.metadata.Distribution]:
    """The installed distributions of these names and all that they require, extras left out."""
    waiting, seen = list(names), set()
    while waiting:
        name = waiting.pop().lower().replace("_", "-")
        if name in seen:
            continue
        seen.add(name)
        try:
            distribution = importlib.metadata.distribution(name)
        except importlib.metadata.PackageNotFoundError:
            continue  # another platform's requirement
        yield distribution
        for requirement in distribution.requires or ():
            if "extra ==" not in requirement and (match := re.match(r"[A-Za-z0-9._-]+", requirement)):
                waiting.append(match.group())


def _entries(distribution: importlib.metadata.Distribution) -> Iterator[Path]:
    """The top-level folders and files of a distribution, as the installer recorded them."""
    tops = _recorded_tops(distribution)
    if not tops:
        yield from _found_by_import(distribution.metadata["Name"])
    for top in tops:
        path = Path(str(distribution.locate_file(top)))
        if not top.startswith((".", "/")) and path.suffix != ".pth" and path.exists():
            yield path


def _recorded_tops(distribution: importlib.metadata.Distribution) -> set[str]:
    """First parts of the recorded paths; of shared bytecode folders the files. Read as text: torch has 12,000 rows."""
    rows = (line.split(",", 1)[0].strip('"') for line in (distribution.read_text("RECORD") or "").splitlines())
    return {row if row.startswith("__pycache__/") else row.partition("/")[0] for row in rows if row}


def _found_by_import(name: str) -> Iterator[Path]:
    spec = importlib.util.find_spec(name.replace("-", "_"))
    if spec is not None and spec.submodule_search_locations:
        yield from map(Path, spec.submodule_search_locations)
