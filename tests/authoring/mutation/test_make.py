"""Which mutants are made of which code, and of which none."""

import ast

import pytest

from grader.authoring.mutation import make_mutants
from grader.authoring.mutation.make import sample


def after(source: str) -> dict[str, set[str]]:
    """The changed lines by operator."""
    found: dict[str, set[str]] = {}
    for mutant in make_mutants(source.encode()):
        found.setdefault(mutant.key.operator, set()).add(mutant.key.after)
    return found


def of_expression(expression: str) -> dict[str, set[str]]:
    """The changes of an expression that is assigned, without the function around it."""
    found = after(f"x = {expression}\n")
    return {operator: {text.removeprefix("x = ") for text in texts} for operator, texts in found.items()}


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("a + b", {"arithmetic": {"a - b"}}),
        ("a - b", {"arithmetic": {"a + b"}, "swapped operands": {"b - a"}}),
        ("(a + b) @ c", {"arithmetic": {"(a + b) * c", "(a - b) @ c"}, "swapped operands": {"c @ (a + b)"}}),
        ("a ** b", {"arithmetic": {"a * b"}, "swapped operands": {"b ** a"}}),
        ("a < b", {"comparison": {"a <= b", "a >= b"}}),
        ("a < b <= c", {"comparison": {"a <= b <= c", "a >= b <= c", "a < b < c", "a < b > c"}}),
        ("a is None", {"comparison": {"a is not None"}}),
        ("a and b", {"and/or": {"a or b"}, "condition": {"a", "b"}}),
        ("not a", {"condition": {"a"}}),
        ("-a", {"sign": {"a"}}),
        ("b if a else c", {"condition": {"b", "c"}}),
        ("f(2)", {"constant": {"f(3)", "f(1)"}}),
        ("f(0)", {"constant": {"f(1)", "f(-1)"}}),
        ("f(1e-06)", {"constant": {"f(2e-06)"}}),
        ("f(0.0)", {"constant": {"f(1.0)"}}),
        ("f(True)", {"constant": {"f(False)"}}),
        ("t.sum(1)", {
            "axis": {"t.sum()", "t.sum(2)", "t.sum(0)"}, "name": {"t.mean(1)"}, "dropped call": {"t"},
        }),
        ("t.sum(dim=1, keepdim=True)", {
            "axis": {"t.sum(dim=2, keepdim=True)", "t.sum(dim=0, keepdim=True)"},
            "constant": {"t.sum(dim=1, keepdim=False)"},
            "dropped keyword": {"t.sum(dim=1)", "t.sum(keepdim=True)"},
            "name": {"t.mean(dim=1, keepdim=True)"},
            "dropped call": {"t"},
        }),
        ("t.detach().clone()", {"dropped call": {"t.detach()", "t.clone()"}}),
        ("torch.sqrt(t)", {"dropped call": {"t"}}),
        ("torch.zeros(n)", {"name": {"torch.ones(n)"}}),
        ("a.T", {"dropped call": {"a"}}),
        ("f(a, b, c)", {"swapped arguments": {"f(b, a, c)", "f(a, c, b)"}}),
        ("(a, b)", {"swapped elements": {"(b, a)"}}),
        ("t[:, None]", {"swapped elements": {"t[None, :]"}}),
        ("t[a:b]", {"slice": {"t[:b]", "t[a:]"}}),
        ("[f(v) for v in a if v]", {"condition": {"[f(v) for v in a]"}}),
        ("(a - b).square()", {"arithmetic": {"(a + b).square()"}, "dropped call": {"a - b"}}),
        ("a * -1.0", {"sign": {"a * 1.0"}, "constant": {"a * -2.0"}}),
        ("np.maximum(a, b)", {"name": {"np.minimum(a, b)"}}),
        ("a in (b, c)", {"comparison": {"a not in (b, c)"}}),
        ("zip(a, b, strict=True)", {"swapped arguments": {"zip(b, a, strict=True)"}}),
    ],
)  # fmt: skip
def test_changes_of_expressions(expression: str, expected: dict[str, set[str]]) -> None:
    assert of_expression(expression) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("optimizer.zero_grad()\nreturn x", {"removed statement": {"pass"}, "early return": {"def f(x): return x"}}),
        ("model.eval()\nreturn x", {"removed statement": {"pass"}, "name": {"model.train()"},
                                    "dropped call": {"model"}, "early return": {"def f(x): return x"}}),
        ("x -= y\nreturn x", {"removed statement": {"pass"}, "arithmetic": {"x += y"},
                              "early return": {"def f(x): return x"}}),
        ("x = g(x)\nreturn x", {"removed statement": {"pass"}, "early return": {"def f(x): return x"}}),
        ("y = g(x)\nreturn y", {"early return": {"def f(x): return x"}}),
        ("g(x)", {"removed statement": {"pass"}, "early return": {"def f(x): return"}}),
        ("with torch.no_grad():\n    g(x)", {"dropped with": {"if True:"}, "removed statement": {"pass"},
                                             "early return": {"def f(x): return"}}),
        ("for v in x:\n    g(v)", {"removed statement": {"pass"}, "loop runs once": {"g(v) break"},
                                   "early return": {"def f(x): return"}}),
        ("if x:\n    g(x)", {"removed statement": {"pass"}, "condition": {"if not x:"},
                             "early return": {"def f(x): return"}}),
        ("if x is None:\n    raise ValueError(f'{x} + 1')\nreturn x",
         {"removed statement": {"pass"}, "comparison": {"if x is not None:"}, "early return": {"def f(x): return x"}}),
    ],
)  # fmt: skip
def test_changes_of_statements(body: str, expected: dict[str, set[str]]) -> None:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    assert after(f"def f(x):\n{lines}") == expected


def test_defaults_and_decorators() -> None:
    found = after("@torch.no_grad()\ndef f(x, n=2):\n    return x\n")
    assert found["default"] == {"def f(x, n=3):", "def f(x, n=1):"}
    assert found["dropped decorator"] == {""}


@pytest.mark.parametrize(
    "source",
    [
        "from a import b\n",
        '"""Words 1 + 1."""\n',
        "def f(x: tuple[int, 3 + 4]) -> Literal[2]:\n    raise ValueError(1 + 2)\n",
        "Pull = Callable[[int, str], tuple[int, ...]]\n",
        "__all__ = ['a', 'b']\n",
        "class A:\n    def __repr__(self):\n        return 'A' + str(1 + 2)\n",
        "if TYPE_CHECKING:\n    x = 1 + 2\n",
        "x: int\n",
        "x = f'{1 + 2}'\n",
        "x = 'a string'\n",
    ],
)
def test_types_and_words_are_left_alone(source: str) -> None:
    kept = [mutant for mutant in make_mutants(source.encode()) if mutant.key.operator != "removed statement"]
    assert kept == []


SOURCE = '''"""A module with umlauts: äöü."""

import torch


class Net(torch.nn.Module):
    """A net."""

    size = 3

    def forward(self, x, *, p=0.5):
        # größer
        if p > 0 and self.training:
            x = x.detach().sum(1, keepdim=True)
        return x * 2, -x


def twice(a):
    a = a + 1
    a = a + 1
    return a
'''


def test_every_mutant_is_another_program() -> None:
    mutants = make_mutants(SOURCE.encode())
    trees = [ast.dump(ast.parse(mutant.source)) for mutant in mutants]
    assert len(set(trees)) == len(trees)
    assert ast.dump(ast.parse(SOURCE)) not in trees
    assert len({mutant.key for mutant in mutants}) == len(mutants)
    assert mutants == make_mutants(SOURCE.encode())


def test_equal_changes_of_equal_lines_are_counted() -> None:
    twins = [mutant.key for mutant in make_mutants(SOURCE.encode()) if mutant.key.after == "a = a - 1"]
    assert [key.occurrence for key in twins] == [1, 2]


def test_a_name_outlives_lines_above() -> None:
    keys = [mutant.key for mutant in make_mutants(SOURCE.encode())]
    moved = SOURCE.replace("class Net", "LIMIT = None\n\n\nclass Net")
    assert [mutant.key for mutant in make_mutants(moved.encode())] == keys


def test_a_diff_shows_the_change_alone() -> None:
    mutant = next(m for m in make_mutants(SOURCE.encode()) if m.key.operator == "and/or")
    assert mutant.key.function == "Net.forward"
    assert mutant.diff(SOURCE.encode(), "net.py").splitlines() == [
        "--- net.py",
        "+++ net.py (and/or)",
        "@@ -12,3 +12,3 @@",
        "         # größer",
        "-        if p > 0 and self.training:",
        "+        if p > 0 or self.training:",
        "             x = x.detach().sum(1, keepdim=True)",
    ]


def test_a_sample_is_fair_and_always_the_same() -> None:
    mutants = make_mutants(SOURCE.encode())
    few = sample(mutants, 8)
    assert few == sample(mutants, 8)
    assert len(few) == 8
    assert len({mutant.key.operator for mutant in few}) >= 7
    assert sample(mutants, 1000) == mutants
