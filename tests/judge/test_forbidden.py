"""Forbidden calls by syntax tree: found under every alias, and charged to those functions only that reach them."""

import pytest
import torch  # noqa: F401  (two names of one function are known to be one where torch is loaded)

from grader.course import Forbid
from grader.judge.forbidden import find_forbidden

FORBID = Forbid(
    calls=("torch.cdist", "torch.Tensor.mean", "torch.nn.functional.softmax"),
    operators=("aten::_cdist_forward", "aten::_softmax"),
    imports=("scipy",),
    why="because",
)

BROKEN = {
    "by name": "import torch\ndef f(x): return torch.cdist(x, x)",
    "module alias": "import torch as t\ndef f(x): return t.cdist(x, x)",
    "name alias": "from torch import cdist as d\ndef f(x): return d(x, x)",
    "import inside": "def f(x):\n    from torch import cdist\n    return cdist(x, x)",
    "star": "from torch import *\ndef f(x): return cdist(x, x)",
    "submodule": "import torch.nn.functional as F\ndef f(x): return F.softmax(x, -1)",
    "from submodule": "from torch.nn import functional\ndef f(x): return functional.softmax(x, -1)",
    "rebound": "import torch\ng = torch.cdist\ndef f(x): return g(x, x)",
    "rebound twice": "import torch\nh = torch\ng = h.cdist\ndef f(x):\n    k = g\n    return k(x, x)",
    "unpacked": "import torch\na, (b, c) = 1, (torch, 2)\ndef f(x): return b.cdist(x, x)",
    "walrus": "import torch\ndef f(x): return (g := torch).cdist(x, x)",
    "loop over functions": "import torch\ndef f(x):\n    for g in (torch.add, torch.cdist): y = g(x, x)\n    return y",
    "default argument": "import torch\ndef f(x, t=torch): return t.cdist(x, x)",
    "passed on": "import torch\ndef f(x): return list(map(torch.cdist, [x], [x]))[0]",
    "lambda": "import torch\nf = lambda x: torch.cdist(x, x)",
    "decorator": "import torch\n@torch.cdist\ndef f(x): return x",
    "either": "import torch\ndef f(x): return (torch.cdist if x.sum() else torch.add)(x, x)",
    "getattr": "import torch\ndef f(x): return getattr(torch, 'cdist')(x, x)",
    "getattr of a sum": "import torch\ndef f(x): return getattr(torch, 'cd' + 'ist')(x, x)",
    "getattr of an f-string": "import torch\np = 'cd'\ndef f(x): return getattr(torch, f'{p}ist')(x, x)",
    "getattr of a join": "import torch\ndef f(x): return getattr(torch, ''.join(['c', 'dist']))(x, x)",
    "getattr backwards": "import torch\ndef f(x): return getattr(torch, 'tsidc'[::-1])(x, x)",
    "getattr of a grown name": "import torch\nn = 'cd'\nn += 'ist'\ndef f(x): return getattr(torch, n)(x, x)",
    "getattr renamed": "import torch\ng = getattr\ndef f(x): return g(torch, 'cdist')(x, x)",
    "getattr untold": "import torch\ndef f(x): return getattr(torch, chr(99) + 'dist')(x, x)",
    "attrgetter": "import torch, operator\ndef f(x): return operator.attrgetter('cdist')(torch)(x, x)",
    "__dict__": "import torch\ndef f(x): return torch.__dict__['cdist'](x, x)",
    "vars": "import torch\ndef f(x): return vars(torch)['cdist'](x, x)",
    "sys.modules": "import sys\ndef f(x): return sys.modules['torch'].cdist(x, x)",
    "globals": "import torch\ndef f(x): return globals()['torch'].cdist(x, x)",
    "__import__": "def f(x): return __import__('torch').cdist(x, x)",
    "__import__ of a submodule": "def f(x): return __import__('torch.nn').cdist(x, x)",
    "import_module": "import importlib as i\ndef f(x): return i.import_module('torch.nn.functional').softmax(x, -1)",
    "import_module untold": "import importlib\ndef f(x, n): return importlib.import_module(n).cdist(x, x)",
    "builtins": "import builtins\ndef f(x): return builtins.__import__('torch').cdist(x, x)",
    "__builtins__": "def f(x): return __builtins__['eval']('torch.cdist')(x, x)",
    "other name": "import torch\ndef f(x): return torch.functional.cdist(x, x)",
    "ops": "import torch\ndef f(x): return torch.ops.aten._cdist_forward(x, x, 2.0, None)",
    "ops overload": "import torch\nops = torch.ops.aten\ndef f(x): return ops._softmax.default(x, -1, False)",
    "_C": "import torch\ndef f(x): return torch._C._VariableFunctions.cdist(x, x)",
    "_VF": "from torch import _VF\ndef f(x): return _VF.cdist(x, x)",
    "eval": "import torch\ndef f(x): return eval('torch.cd' + 'ist')(x, x)",
    "exec": "def f(x):\n    exec('import torch; y = torch.cdist')\n    return x",
    "compile": "import types\nc = compile('1', '', 'eval')\ndef f(x): return types.FunctionType(c, {})()",
    "frames": "def f(x): return (lambda: 0).__globals__",
    "method": "def f(x): return x.mean(0)",
    "method unbound": "import torch\ndef f(x): return torch.Tensor.mean(x)",
    "method by getattr": "def f(x): return getattr(x, 'mean')(0)",
    "method of a result": "import torch\ndef f(x): return torch.square(x).mean()",
    "forbidden import": "import scipy.spatial as s\ndef f(x): return s.distance.cdist(x, x)",
    "forbidden import from": "from scipy.spatial.distance import cdist\ndef f(x): return cdist(x, x)",
    "through a helper": "from torch import cdist as g\ndef h(x): return g(x)\ndef f(x): return h(x)",
    "through a class": "from torch import cdist\nclass C:\n    def m(self, x): cdist(x)\ndef f(x): return C().m(x)",
    "through a table": "import torch\nT = {'d': torch.cdist}\ndef f(x): return T['d'](x, x)",
    "patched at import": "import torch\ntorch.add = torch.cdist\ndef f(x): return torch.add(x, x)",
    "patched by a helper": "import torch\ndef p(): torch.add = torch.cdist\np()\ndef f(x): return torch.add(x, x)",
    "comprehension": "import torch\ndef f(x): return [g(x, x) for g in [torch.cdist]][0]",
    "async": "import torch\nasync def f(x): return torch.cdist(x, x)",
    "nested function": "import torch\ndef f(x):\n    def g(): return torch.cdist(x, x)\n    return g()",
    "match": "import torch\ndef f(x):\n    match x:\n        case _: return torch.cdist(x, x)",
    "a shadow elsewhere": "import torch\ndef g():\n    torch = 1\ndef f(x): return torch.cdist(x, x)",
    "deep nesting": "def f(x): return " + "+".join(["x"] * 3000),
}

FINE = {
    "nothing": "import torch\ndef f(x): return x @ x.T",
    "import alone": "from torch import cdist\nimport scipy\ndef f(x): return x",
    "another function of the name": "def cdist(x, y): return x\ndef f(x): return cdist(x, x)",
    "own class's method": "class S:\n    def mean(self): return 1\ndef f(x): return S().mean()",
    "own attribute": "class S:\n    def __init__(self): self.mean = 1\ndef f(x): return S().mean",
    "another module's mean": "import statistics\ndef f(x): return statistics.mean(x)",
    "a comment and a string": "def f(x):\n    '''torch.cdist'''\n    return 'torch.cdist'  # torch.cdist",
    "getattr of own objects": "def f(x, n): return getattr(x, n)",
    "a parameter called torch": "def f(torch): return torch.cdist",
    "other ops": "import torch\ndef f(x): return torch.ops.aten.mm(x, x)",
    "main guard": "import torch\ndef f(x): return x\nif __name__ == '__main__': print(torch.cdist(1, 2))",
    "a loop that grows": "import torch\na = torch\nfor _ in range(3): a = a.nn\ndef f(x): return x",
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_forbidden_call_is_found(name: str) -> None:
    assert find_forbidden(BROKEN[name].encode(), FORBID).denies(["f"]) is not None


@pytest.mark.parametrize("name", FINE)
def test_what_is_allowed_is_left_alone(name: str) -> None:
    assert find_forbidden(FINE[name].encode(), FORBID).denies(["f"]) is None


def test_line_name_and_alias_are_told() -> None:
    found = find_forbidden(b"from torch import cdist as d\n\n\ndef f(x):\n    return d(x, x)\n", FORBID)
    violation = found.denies(["f"])
    assert violation is not None
    assert (violation.line, violation.call, violation.written) == (5, "torch.cdist", "d")


def test_only_what_reaches_the_call_is_denied() -> None:
    source = b"""
import torch
LIMIT = 3
def near(x): return torch.cdist(x, x) < LIMIT
def both(x): return near(x) & other(x)
def other(x): return x
class Model:
    def run(self, x): return both(x)
"""
    found = find_forbidden(source, FORBID)
    assert {name for name in ("near", "both", "other", "Model", "LIMIT") if found.denies([name])} == {
        "near",
        "both",
        "Model",
    }
    assert found.denies(["other", "LIMIT"]) is None
    assert found.denies(["other", "Model"]) is not None


def test_an_exercise_that_forbids_nothing_finds_nothing() -> None:
    assert find_forbidden(BROKEN["eval"].encode(), Forbid()).denies(["f"]) is None


def test_a_file_that_does_not_parse_has_none() -> None:
    assert find_forbidden(b"def f(:", FORBID).violations == ()
    assert find_forbidden(b"x = '\0'", FORBID).violations == ()


def test_the_source_is_never_run() -> None:
    assert find_forbidden(b"raise SystemExit\nimport no_such_module_anywhere\n", FORBID).violations == ()
