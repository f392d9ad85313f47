"""Pointing into the student's file."""

from grader.judge.source import Source

SOURCE = Source(
    "ex.py",
    b"""import torch

class MLP:
    def backward(self):
        def inner():
            return 1
        raise NotImplementedError

def f(x): return x
""",
)


def test_lines_are_quoted_from_one() -> None:
    assert SOURCE.line(1) == "import torch"
    assert SOURCE.line(7) == "raise NotImplementedError"
    assert (SOURCE.line(0), SOURCE.line(-3), SOURCE.line(99)) == ("", "", "")


def test_the_innermost_function_is_named_in_full() -> None:
    assert SOURCE.function_at(7) == "MLP.backward"
    assert SOURCE.function_at(6) == "MLP.backward.inner"
    assert SOURCE.function_at(9) == "f"
    assert SOURCE.function_at(1) == ""


def test_a_file_that_does_not_parse_has_lines_all_the_same() -> None:
    broken = Source("ex.py", b"def f(:\n    caf\xe9\n")
    assert broken.function_at(1) == ""
    assert broken.line(1) == "def f(:"


def test_long_lines_are_cut() -> None:
    assert len(Source("ex.py", b"x" * 10_000).line(1)) == 160
