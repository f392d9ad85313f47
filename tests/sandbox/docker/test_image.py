"""The grading image is known by what is in it, and holds nothing of the judge's."""

import io
import tarfile
from pathlib import Path

import pytest

from grader.sandbox.docker import build as build_module
from grader.sandbox.docker.engine import Engine
from grader.sandbox.docker.image import Found, Wanted, wanted_image
from grader.sandbox.doctor import docker_facts
from tests.support.docker_engine import BUILDING_SECONDS


def a_wanted(folder: Path, content: str = "x = 1", pins: tuple[str, ...] = ("torch==2.13.0",)) -> Wanted:
    (folder / "serve.py").write_text(content)
    return Wanted(pins, (("grader/worker/serve.py", folder / "serve.py"),))


def test_the_tag_follows_every_byte_of_the_code_and_every_version(tmp_path: Path) -> None:
    first = a_wanted(tmp_path).tag
    assert a_wanted(tmp_path).tag == first
    assert a_wanted(tmp_path, "x = 2").tag != first
    a_wanted(tmp_path)
    assert a_wanted(tmp_path, pins=("torch==2.12.0",)).tag != first


def test_the_packages_are_kept_when_the_code_alone_changes(tmp_path: Path) -> None:
    key = a_wanted(tmp_path).packages_key
    assert a_wanted(tmp_path, "x = 2").packages_key == key
    assert a_wanted(tmp_path, pins=("torch==2.12.0",)).packages_key != key


def test_only_the_workers_side_and_the_wire_go_in() -> None:
    names = [name for name, _ in wanted_image().sources]
    assert {name.split("/")[1] for name in names} == {"__init__.py", "worker", "wire"}
    assert "grader/worker/container.py" in names


def test_the_versions_are_those_of_the_judge() -> None:
    import torch

    assert f"torch=={torch.__version__}" in wanted_image().pins
    assert f"torch=={torch.__version__.partition('+')[0]}" in wanted_image(cuda=True).pins


@pytest.mark.sandbox
@pytest.mark.slow
@pytest.mark.timeout(BUILDING_SECONDS)
def test_the_doctor_says_when_the_image_is_stale(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    assert dict(docker_facts())["grading image"].startswith("up to date")
    monkeypatch.setattr(Wanted, "tag", "torchgrade/grading:of-another-version")
    assert dict(docker_facts())["grading image"] == (
        "stale: it was built for another version of the grader or of its packages; `grade image build` builds it"
    )


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (Found("sha256:0123456789abcdef", ()), "up to date (0123456789ab)"),
        (Found(None, ("torchgrade/grading:old",)), "stale"),
        (Found(None, ()), "missing"),
    ],
)
def test_what_is_found_is_told(found: Found, words: str) -> None:
    assert found.describe().startswith(words)


def test_the_context_depends_on_contents_alone_and_follows_no_link(tmp_path: Path) -> None:
    wanted = a_wanted(tmp_path)
    layout = tmp_path / "layout"
    layout.mkdir()
    (layout / "module.py").write_text("y = 1")
    (layout / "link").symlink_to("/etc/passwd")
    contexts = []
    for _ in range(2):
        file = io.BytesIO()
        build_module._write_context(file, wanted, "packages.Dockerfile", layout)
        contexts.append(file.getvalue())
        (layout / "module.py").touch()
    assert contexts[0] == contexts[1]
    with tarfile.open(fileobj=io.BytesIO(contexts[0])) as tar:
        assert tar.getnames() == ["Dockerfile", "code/grader/worker/serve.py", "packages/module.py"]
        assert {(entry.uid, entry.mode) for entry in tar} == {(0, 0o644)}
