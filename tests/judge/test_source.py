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


def test_lines_are_counted_as_python_counts_them() -> None:
    source = Source("a.py", "# \u2028\x0c\ny = 2\r\nz = 3\rdef f(): pass\n".encode())
    assert source.line(2) == "y = 2"
    assert (source.line(4), source.function_at(4)) == ("def f(): pass", "f")


def test_a_line_of_a_notebook_is_named_by_its_cell() -> None:
    source = Source("a.py", b"# %% cell 2\nx = 1\n# %% cell 5\n\ndef f():\n    pass\n", notebook="work.ipynb")
    assert (source.where(6), source.inside(6)) == ("Line 3 of cell 5", "line 3 of cell 5")
    assert (source.file_at(6), source.number_of(6), source.function_at(6)) == ("work.ipynb, cell 5", 3, "f")
    assert source.in_its_own_words("expected ':' (a.py, line 2)") == "expected ':' (line 1 of cell 2)"


def test_a_file_is_not_read_for_cells() -> None:
    source = Source("a.py", b"# %% cell 2\nx = 1\n")
    assert (source.where(2), source.file_at(2), source.number_of(2)) == ("Line 2 of your file", "a.py", 2)
    assert source.in_its_own_words("oh (a.py, line 2)") == "oh (a.py, line 2)"
    assert source.remarks == []
