"""Which grading image belongs to this grader: identity by content, so that a stale one is never used."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import grader
from grader.faults import InfrastructureFault
from grader.language import noted, say
from grader.sandbox.docker.engine import Engine, explained
from grader.sandbox.view import PACKAGES, distributions

REPOSITORY = "torchgrade/grading"
PACKAGES_REPOSITORY = "torchgrade/packages"
FOLDER = Path(__file__).parent.parent / "image"
_MISSING = noted(
    "The grading image is {state}. Build it with `grade image build{option}` (some minutes; --base IMAGE takes a local "
    "image), or use --sandbox bubblewrap."
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the image must hold. The judge's own versions, so that both sides compute the same."""

    pins: tuple[str, ...]  # "torch==2.13.0+cpu"
    sources: tuple[tuple[str, Path], ...]  # (path within the image's code folder, file here)
    cuda: bool = False

    @property
    def packages_key(self) -> str:
        """Of everything that the packages' image is made from but its base."""
        return _hash([(FOLDER / "packages.Dockerfile").read_bytes(), *(pin.encode() for pin in self.pins)])

    @property
    def tag(self) -> str:
        parts = [self.packages_key.encode(), (FOLDER / "Dockerfile").read_bytes()]
        for name, path in self.sources:
            parts += [name.encode(), path.read_bytes()]
        return f"{REPOSITORY}:{'cuda-' if self.cuda else ''}{_hash(parts)}"


def wanted_image(packages: Iterable[str] = (), cuda: bool = False) -> Wanted:
    """``packages`` are distributions that students may import beside torch and numpy."""
    found = {each.metadata["Name"]: each.version for each in distributions((*PACKAGES, *packages))}
    pins = sorted(f"{name}=={version}" for name, version in found.items())
    if cuda:
        pins = [pin.partition("+")[0] if pin.startswith("torch==") else pin for pin in pins]
    return Wanted(tuple(pins), tuple(_sources()), cuda)


def _sources() -> Iterable[tuple[str, Path]]:
    """The worker's side and what both sides share; never the judge's."""
    root = Path(grader.__file__).parent
    files = [root / "__init__.py", *sorted(root.glob("worker/**/*.py")), *sorted(root.glob("wire/**/*.py"))]
    return ((path.relative_to(root.parent).as_posix(), path) for path in files)


def _hash(parts: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Found:
    """What an engine has."""

    id: str | None  # of the image that is wanted
    others: tuple[str, ...]  # tags of grading images of other contents

    def describe(self) -> str:
        if self.id:
            return say("up to date ({id})", id=self.id.removeprefix("sha256:")[:12])
        if self.others:
            return say("stale: it was built for another version of the grader or of its packages")
        return say("missing")


def look_for(engine: Engine, wanted: Wanted) -> Found:
    with explained():
        images = engine.client.api.images(name=REPOSITORY)
    tags = {_plain(tag): image["Id"] for image in images for tag in image.get("RepoTags") or []}
    return Found(tags.get(wanted.tag), tuple(sorted(tags.keys() - {wanted.tag})))


def _plain(tag: str) -> str:
    """Podman says where a local image would come from."""
    return tag.removeprefix("localhost/").removeprefix("docker.io/")


def require_image(engine: Engine, wanted: Wanted) -> str:
    """The id of the image. Raises InfrastructureFault when it is missing or stale."""
    found = look_for(engine, wanted)
    if found.id is None:
        raise InfrastructureFault(say(_MISSING, state=found.describe(), option=" --cuda" if wanted.cuda else ""))
    return found.id
