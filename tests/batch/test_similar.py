"""Answers that look alike: copies are found in every disguise, answers written apart are not."""

import itertools
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.batch.shape import chunks
from grader.batch.similar import similar
from grader.course import find_course, resolve_targets
from tests.batch.plagiarism import DISGUISES, everything

ROOT = Path(__file__).parents[2]
EXERCISES = resolve_targets(find_course(ROOT), ["ch1", "ch3"], ())
STUB = '''
import numpy as np

def softmax(x):
    """Softmax over the last axis."""
    raise NotImplementedError
'''
ADA = '''
import numpy as np

def softmax(x):
    """Softmax over the last axis."""
    shifted = x - x.max(axis=-1, keepdims=True)
    e = np.exp(shifted)
    total = e.sum(axis=-1, keepdims=True)
    out = np.empty_like(e)
    for i in range(len(e)):
        out[i] = e[i] * (1.0 / total[i])
    return out
'''
ZOE = """
import numpy as np

def softmax(x):
    return np.exp(x - np.logaddexp.reduce(x, axis=-1)[..., None])
"""


def share(first: str, second: str, stub: str = "") -> float:
    pairs = similar({"a": first, "b": second}, stub, 0.0)
    return pairs[0].share if pairs else 0.0


@pytest.mark.parametrize("disguise", [*DISGUISES.values(), everything])
def test_copies_are_found_in_every_disguise(disguise: Callable[[str, random.Random], str]) -> None:
    shares = [share(text, disguise(text, random.Random(at)), exercise.stub.read_text())
              for at, exercise in enumerate(EXERCISES) for text in [exercise.reference.read_text()]]  # fmt: skip
    assert sum(each >= 0.6 for each in shares) >= 0.9 * len(shares), sorted(shares)


def test_answers_written_apart_are_not(tmp_path: Path) -> None:
    shares = []
    for exercise in EXERCISES:
        texts = [exercise.reference.read_text(), *(p.read_text() for p in (exercise.solutions / "right").glob("*.py"))]
        shares += [share(a, b, exercise.stub.read_text()) for a, b in itertools.combinations(texts, 2)]
    assert len(shares) > 10
    assert sum(each >= 0.6 for each in shares) <= 0.05 * len(shares), sorted(shares)[-5:]


def test_a_copy_is_found_in_a_class_and_only_it() -> None:
    others = {f"s{at}": ZOE.replace("x - np", f"x * {at} + 0 - np") for at in range(6)}
    pairs = similar({"ada": ADA, "eve": everything(ADA, random.Random(0)), **others}, STUB, 0.6)
    assert ("ada", "eve") in [(pair.first, pair.second) for pair in pairs]
    assert not any("ada" in (pair.first, pair.second) and "eve" not in (pair.first, pair.second) for pair in pairs)


def test_lines_that_are_in_both_are_marked() -> None:
    (pair,) = similar({"ada": ADA, "eve": "# copied\n\n" + ADA}, STUB, 0.6)
    loop = next(at for at, line in enumerate(ADA.splitlines(), 1) if "for i" in line)
    assert loop in pair.first_lines
    assert loop + 2 in pair.second_lines
    assert 2 not in pair.first_lines  # an import


def test_what_the_stub_gives_does_not_count() -> None:
    assert share(ADA, ADA, ADA) == 0.0
    long = STUB + "\n" + ADA.replace("softmax", "given")
    assert share(long + ZOE.replace("softmax", "a"), long + "\ndef a(x):\n    return x\n", long) == 0.0


def test_short_answers_say_nothing() -> None:
    assert similar({"a": "def f(x):\n    return x\n", "b": "def f(y):\n    return y\n"}, "", 0.0) == []


@pytest.mark.parametrize(
    "text",
    ["", "def f(:\n", "\0", "x = '", "f(" * 5000, "not " * 20_000 + "x", "x" + ".a" * 50_000, "1" + "+1" * 50_000,
     "\N{FULLWIDTH LEFT PARENTHESIS}", "if x:\n\ty\n        z\n", "'\\d' is 'x'", "\ufeffx = 1"],
    ids=range(12),
)  # fmt: skip
def test_hostile_text_ends_well(text: str) -> None:
    assert chunks(text) is not None
    assert similar({"a": text, "b": ADA}, STUB, 0.9) == []


@pytest.mark.slow
def test_a_megabyte_of_functions_takes_seconds() -> None:
    text = "".join(f"def f{at}(x):\n    return x + {at}\n" for at in range(10_000))
    begin = time.process_time()
    similar({"a": text, "b": text}, "", 0.5)
    assert time.process_time() - begin < 60


def test_a_class_that_all_copied_from_one_is_no_flood() -> None:
    """What more than half of the class has is what the lecture gave."""
    everyone = {f"s{at}": ADA for at in range(40)}
    assert similar(everyone, STUB, 0.6) == []
