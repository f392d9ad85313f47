"""Taking out what only IPython understands, and nothing else."""

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.notebook.magics import as_file, only_ipython, without_magics


@pytest.mark.parametrize(
    ("line", "becomes"),
    [
        ("%matplotlib inline", "# left out: %matplotlib inline"),
        ("!pip install einops", "# left out: !pip install einops"),
        ("files = !ls", "# left out: files = !ls"),
        ("t = %timeit -o f()", "# left out: t = %timeit -o f()"),
        ("files['a'] = !ls", "# left out: files['a'] = !ls"),
        ("files[names[0]]: list = !ls", "# left out: files[names[0]]: list = !ls"),
        ("(a, *b) = %sx ls", "# left out: (a, *b) = %sx ls"),
        ("names[f'{x=!r}'] = 1", "names[f'{x=!r}'] = 1"),
        ("?torch.add", "# left out: ?torch.add"),
        ("torch.add?", "# left out: torch.add?"),
        ("torch.add??", "# left out: torch.add??"),
        ("    %time f()", "    pass  # left out: %time f()"),
        ("print('x = %d' % 3)", "print('x = %d' % 3)"),
        ("y = x % 2", "y = x % 2"),
        ("y = a != b", "y = a != b"),
        ("# is it so?", "# is it so?"),
        ("s = 'why?'", "s = 'why?'"),
        ("y == x", "y == x"),
    ],
)
def test_a_line(line: str, becomes: str) -> None:
    assert without_magics([line]) == [becomes]


@pytest.mark.parametrize(
    "source",
    [
        's = """\n%not magic\n! neither\nwhat?\n"""\n',
        "s = '''a\n'''\nt = 'it''s' # don't\nu = (1\n  % 2)\n",
        "x = 5 \\\n  % 3\n",
        "d = {\n  'a': 1\n    % 2,\n}\n",
        "s = r'\\'\nx = f'{1}' '%d'\n",
        "x = '\\\n%in a string\\\n'\n",
        "def f(x):\n    '''Is it\n    %so?'''\n    return x\n",
    ],
)
def test_python_is_left_as_it_is(source: str) -> None:
    lines = source.split("\n")
    assert without_magics(lines) == lines


def test_a_command_of_several_lines_goes_as_a_whole() -> None:
    assert without_magics(["!pip install a \\", "    b", "x = 1"]) == ["# left out: !pip install a \\", "", "x = 1"]


def test_a_block_that_held_only_magic_is_still_a_block() -> None:
    lines = without_magics(["if True:", "    %time f()", "else:", "    !ls"])
    ast.parse("\n".join(lines))


@pytest.mark.parametrize("magic", ["%%time", "%%timeit -n 3", "%%capture out"])
def test_a_cell_magic_that_runs_python_keeps_the_cell(magic: str) -> None:
    assert without_magics(["", magic, "x = 1", "!ls"]) == ["", f"# left out: {magic}", "x = 1", "# left out: !ls"]


@pytest.mark.parametrize("magic", ["%%bash", "%%writefile a.py", "%%html", "%%sql postgres://", "%%unheard_of"])
def test_any_other_cell_magic_drops_the_cell(magic: str) -> None:
    assert without_magics(["# grade: a", magic, "rm -rf /", "", "ls"]) == [
        "# grade: a",
        f"# left out: {magic}",
        *[""] * 3,
    ]


def test_a_cell_magic_amid_a_cell_drops_what_follows() -> None:
    lines = without_magics(["x = 1", "%%bash", "rm -rf /", "%not told"])
    assert lines == ["x = 1", "# left out: %%bash", "", ""]
    assert without_magics(["x = 1", "%%time", "y = 2"]) == ["x = 1", "# left out: %%time", "y = 2"]


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("if True: !ls -l", "!ls"),
        ("files = sorted(!!ls)", "!!ls"),
        ("y = 1; %time f()", "%time"),
        ("for x in y: %%timeit f(x)", "%%timeit"),
        ("%matplotlib inline", "%matplotlib"),
        ("from torch import *?", "?"),
        ("? torch.add", "?"),
        ("pip install torch", "pip"),
        ("  ls -l", "ls"),
        ("y = x %y z", ""),
        ("if x != y print(x)", ""),
        ("print 'why?'  # !ls", ""),
        ("x = 'what? !ls", ""),
        ("y = x ? 1 : 2", ""),
        ("f'{x!r}' y", ""),
        ("pip = 1 2", ""),
    ],
)
def test_what_only_ipython_understands_in_a_line_that_python_refuses(line: str, command: str) -> None:
    assert only_ipython(line) == command


@given(st.lists(st.text(alphabet="ax ='\"\\#%!?()[]{}:.\t", max_size=30), max_size=8))
def test_every_line_keeps_its_number(lines: list[str]) -> None:
    found = without_magics(lines)
    assert len(found) == len(lines)
    assert all("\n" not in line for line in found)


HOSTILE = (
    "a" * 500_000 + "?x",
    "a = " * 200_000,
    "'" * 500_000,
    "\\" * 500_000,
    "(" * 500_000,
    "a, " * 300_000,
    "x" + "[a]" * 200_000,
    "x[" + "[a]" * 200_000,
    "'a'" * 200_000,
)


@pytest.mark.parametrize("line", HOSTILE, ids=lambda line: line[:4])
def test_long_hostile_lines_are_read_in_time(line: str) -> None:
    assert len(without_magics([line, line])) == 2
    assert len(only_ipython(line)) < 3


@pytest.mark.parametrize(
    ("lines", "becomes"),
    [
        (
            ["    import os", "    if os:", "        x = 1", "", "y = 2"],
            ["import os", "if os:", "    x = 1", "", "y = 2"],
        ),
        (["", ">>> def f():", "...     return 1", ">>> f()", "1"], ["", "def f():", "    return 1", "f()", "1"]),
        (["x = '''", "    >>> f()", "'''"], ["x = '''", "    >>> f()", "'''"]),
        (["# grade: scale", "x = 1"], ["# grade: scale", "x = 1"]),
        ([], []),
    ],
)
def test_what_ipython_takes_away_from_every_line(lines: list[str], becomes: list[str]) -> None:
    assert as_file(lines) == becomes
