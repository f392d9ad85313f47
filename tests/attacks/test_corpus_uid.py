"""The corpus' attacks on files and processes against the uid driver, in a container as a platform starts one."""

import re
from pathlib import Path

import pytest

from grader.release.tree import File, text
from grader.release.wheel import wheel
from tests.support.docker_engine import BUILDING_SECONDS, running_engine
from tests.support.platforms import BASE, Platform, folder

pytestmark = [pytest.mark.sandbox, pytest.mark.slow, pytest.mark.timeout(BUILDING_SECONDS)]
TESTS = Path(__file__).parents[1]
_HOME = "root/work"  # root's alone
_RECIPE = f"""
FROM {BASE}
COPY wheels /wheels
RUN python3 -m venv /opt/torchgrade && /opt/torchgrade/bin/python -m pip install /wheels/*.whl
"""
_COMMAND = (
    "cd /root/work && PYTHONPATH=/root/work /opt/torchgrade/bin/python -m pytest -q -p no:randomly -p no:cacheprovider "
    "tests/attacks/uid_corpus.py"
)


def test_the_corpus_in_a_container() -> None:
    """All of it passes there, and it is as much as it should be."""
    name, package = wheel()
    files: dict[str, File] = {f"{_HOME}/pyproject.toml": File((TESTS.parent / "pyproject.toml").read_bytes())}
    for place in ("attacks", "courses/target"):
        files |= {f"{_HOME}/tests/{place}/{path}": file for path, file in folder(TESTS / place).items()}
    files[f"{_HOME}/tests/__init__.py"] = text("")
    with running_engine() as engine:
        platform = Platform(engine)
        try:
            image = platform.build(
                "torchgrade/platform-test:corpus", {"Dockerfile": text(_RECIPE), f"wheels/{name}": package}
            )
            ended = platform.run(image, files, ["bash", "-c", _COMMAND], [])
        finally:
            platform.close()
    passed = re.search(r"(\d+) passed", ended.said)
    assert ended.status == 0, ended.said[-6000:]
    assert passed is not None
    assert int(passed[1]) >= 28
