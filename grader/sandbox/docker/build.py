"""Builds the grading image: pinned packages laid out by pip, then the worker's code on top of them.

Nothing of the build needs a network but pip, which runs here with this machine's settings (mirrors, local wheels).
"""

import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO

from docker.errors import ImageNotFound
from filelock import FileLock
from platformdirs import user_cache_path

from grader.faults import InfrastructureFault
from grader.language import say
from grader.sandbox.docker.engine import Engine, explained
from grader.sandbox.docker.image import FOLDER, PACKAGES_REPOSITORY, Wanted, look_for

Tell = Callable[[str], None]
_ASK_VERSION = "import sys; print('%d.%d' % sys.version_info[:2])"
# What compiles against torch or belongs to its own tests: of no use where no program can be started.
_SUPERFLUOUS = ("torch/include", "torch/share", "bin", "share")
_GLIBC = range(28, 16, -1)
_CPU_WHEELS = "https://download.pytorch.org/whl/cpu"


def default_base() -> str:
    """The official image of exactly this Python."""
    return f"python:{'.'.join(map(str, sys.version_info[:3]))}-slim-bookworm"


def build(engine: Engine, wanted: Wanted, base: str | None = None, tell: Tell = lambda line: None) -> str:
    """The id of the grading image, built where it is not there. ``base``: a local image with Python 3.11 or newer."""
    folder = user_cache_path("torchgrade") / "image"
    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(folder / "lock"):
        if base is None and (there := look_for(engine, wanted).id) is not None:
            tell(f"{wanted.tag} is up to date")
            return there
        packages = _packages_image(engine, wanted, base or default_base(), folder, tell)
        tell(f"building {wanted.tag}")
        return _built(engine, wanted, "Dockerfile", wanted.tag, {"PACKAGES": packages}, None)


def _packages_image(engine: Engine, wanted: Wanted, base: str, folder: Path, tell: Tell) -> str:
    base_id = _base_id(engine, base, tell)
    tag = f"{PACKAGES_REPOSITORY}:{wanted.packages_key}-{base_id.removeprefix('sha256:')[:12]}"
    with explained():
        if engine.client.api.images(name=tag):
            return tag
    version = _python_version(engine, base_id)
    layout = folder / f"{wanted.packages_key}-{version}"
    if not layout.exists():
        tell(f"installing {len(wanted.pins)} packages for Python {version}")
        _lay_out(wanted, version, engine.machine, layout)
    tell(f"building {tag}")
    _built(engine, wanted, "packages.Dockerfile", tag, {"BASE": base_id}, layout)
    shutil.rmtree(layout, ignore_errors=True)
    return tag


def _base_id(engine: Engine, base: str, tell: Tell) -> str:
    """Of a local image, else of what the registry has under that name."""
    try:
        return str(engine.client.images.get(base).id)
    except ImageNotFound:
        tell(f"pulling {base}")
    try:
        with explained():
            return str(engine.client.images.pull(base).id)
    except InfrastructureFault as fault:
        raise InfrastructureFault(
            say(
                "The base image {base} is neither here nor to be had from a registry: make one (docs/docker.md says "
                "how) and name it with --base. ({fault})",
                base=base,
                fault=fault,
            )
        ) from fault


def _python_version(engine: Engine, base: str) -> str:
    """Of ``python3`` in an image, told by itself."""
    with explained():
        said = engine.client.containers.run(
            base, ["python3", "-c", _ASK_VERSION], network_mode="none", remove=True, entrypoint=[]
        )
    version = said.decode().strip()
    if tuple(map(int, version.split("."))) < (3, 11):
        raise InfrastructureFault(say("The base image has Python {version}; 3.11 or newer is needed.", version=version))
    return version


def _lay_out(wanted: Wanted, version: str, machine: str, target: Path) -> None:
    """Install into a folder, for the image's Python and not for ours."""
    with tempfile.TemporaryDirectory(dir=target.parent) as scratch:
        inside = Path(scratch, "packages")
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"]
        command += [
            "--target",
            str(inside),
            "--only-binary=:all:",
            "--implementation=cp",
            f"--python-version={version}",
        ]
        command += [f"--platform=manylinux_2_{glibc}_{machine}" for glibc in _GLIBC]
        command += [f"--platform=manylinux2014_{machine}"]
        command += [] if wanted.cuda else ["--no-deps"]
        command += wanted.pins
        complaint = _tried(command)
        if complaint and not wanted.cuda:
            complaint = _tried([*command, f"--extra-index-url={_CPU_WHEELS}"])
        if complaint:
            raise InfrastructureFault(
                say("pip could not install the image's packages: {complaint}", complaint=complaint)
            )
        for name in _SUPERFLUOUS:
            shutil.rmtree(inside / name, ignore_errors=True)
        inside.rename(target)


def _tried(command: list[str]) -> str:
    """What pip complained of; empty when it was content."""
    done = subprocess.run(command, capture_output=True, text=True)
    return "" if done.returncode == 0 else (done.stderr.strip().splitlines() or ["no reason given"])[-1]


def _built(
    engine: Engine, wanted: Wanted, dockerfile: str, tag: str, arguments: dict[str, str], layout: Path | None
) -> str:
    with tempfile.TemporaryFile() as context, explained():
        _write_context(context, wanted, dockerfile, layout)
        context.seek(0)
        lines = engine.client.api.build(
            fileobj=context,
            custom_context=True,
            dockerfile="Dockerfile",
            tag=tag,
            buildargs=arguments,
            network_mode="none",
            rm=True,
            forcerm=True,
            labels={"torchgrade.image": tag},
            decode=True,
        )
        _follow(lines)
        return str(engine.client.images.get(tag).id)


def _follow(lines: Iterable[dict[str, str]]) -> None:
    """To the end of a build. The engine tells of its steps line by line, and of the failure of one at last."""
    said = ""
    for line in lines:
        if "error" in line:
            reason = said.strip().splitlines()
            raise InfrastructureFault(
                say("The grading image could not be built: {reason}", reason=(reason or [line["error"]])[-1])
            )
        said = (said + line.get("stream", ""))[-4000:]


def _write_context(file: IO[bytes], wanted: Wanted, dockerfile: str, layout: Path | None) -> None:
    """A tar whose bytes depend on the contents alone: fixed owner, times and modes. Links are not followed."""
    with tarfile.open(fileobj=file, mode="w") as tar:
        _add(tar, "Dockerfile", FOLDER / dockerfile)
        for name, path in wanted.sources:
            _add(tar, f"code/{name}", path)
        for path in _files(layout) if layout else ():
            _add(tar, f"packages/{path.relative_to(layout).as_posix()}", path)  # type: ignore[arg-type]


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink())


def _add(tar: tarfile.TarFile, name: str, path: Path) -> None:
    entry = tarfile.TarInfo(name)
    entry.size = path.stat().st_size
    entry.mode = 0o644
    entry.mtime = 315532800  # 1980, the first that zip files know
    with path.open("rb") as content:
        tar.addfile(entry, content)
