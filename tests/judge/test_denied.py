"""Forbidden calls in a grading: the checks that need them are denied, the others are graded."""

import pytest

from grader.report.model import CheckResult
from tests.judge.conftest import Make, One, causes

FORBID = """
[forbid]
calls = ["torch.cdist", "torch.Tensor.mean"]
operators = ["aten::_cdist_forward", "aten::mean"]
imports = ["colorsys"]
why = "Build it by hand."
"""
CHECKS = """
    from answer import f, g
    def test_f(): assert f(torch.ones(2, 2)).shape == (2, 2)
    def test_g(): assert g(torch.ones(2)) == 1
"""
REFERENCE = """
    import torch
    def f(x): return x
    def g(x): return x.sum() / len(x)
"""


@pytest.fixture
def one(make: Make) -> One:
    return make(CHECKS, REFERENCE, settings=FORBID)


def headline(check: CheckResult) -> str:
    assert check.feedback is not None
    return check.feedback.headline


def test_what_is_allowed_passes(one: One) -> None:
    assert causes(one.grade()) == {"test_f": "passed", "test_g": "passed"}


def test_only_the_checks_that_need_it_are_denied(one: One) -> None:
    source = "from torch import cdist as d\n\ndef f(x):\n    return d(x, x)\n\ndef g(x): return x.sum() / len(x)\n"
    result = one.grade(source)
    assert causes(result) == {"test_f": "denied", "test_g": "passed"}
    assert headline(result.checks[0]) == "Line 4 of your file calls `torch.cdist` (as `d`). Build it by hand."
    assert (result.points, result.max_points) == (2, 4)


F, G = "def f(x): return x\n", "def g(x): return x.sum() / len(x)\n"
HIDDEN_FROM_THE_TREE = {
    "operator": f"{F}def g(x): return [getattr(x, n)() for n in dir(x) if n == 'mea' + 'n'][0]\n",
    "call": f"import torch\n{G}N = [n for n in dir(torch) if n[:4] == 'cdis']\n"
    "def f(x): return [*map(vars(torch).get, N)][0](x, x)\n",
}


@pytest.mark.parametrize("how", HIDDEN_FROM_THE_TREE)
def test_what_the_tree_does_not_show_is_seen_running(one: One, how: str) -> None:
    expected = {"call": ("denied", "passed"), "operator": ("passed", "denied")}[how]
    assert tuple(causes(one.grade(HIDDEN_FROM_THE_TREE[how])).values()) == expected


def test_a_forbidden_import_counts_where_it_is_used(one: One) -> None:
    source = "import colorsys\ndef f(x):\n    colorsys.rgb_to_hsv(1, 1, 1)\n    return x\n"
    assert causes(one.grade(source + G)) == {"test_f": "denied", "test_g": "passed"}
    assert causes(one.grade("import colorsys\n" + F + G)) == {"test_f": "passed", "test_g": "passed"}


def test_through_a_helper_and_in_a_fresh_process(make: Make) -> None:
    checks = """
        from answer import f
        from grader.judge.remote import in_fresh_worker
        def test_f():
            with in_fresh_worker(f) as fresh:
                assert fresh(torch.ones(2, 2)).shape == (2, 2)
    """
    one = make(checks, REFERENCE, settings=FORBID)
    assert causes(one.grade()) == {"test_f": "passed"}
    source = "import torch\ndef h(x): return torch.cdist(x, x)\ndef f(x): return h(x)\n"
    assert causes(one.grade(source)) == {"test_f": "denied"}


def test_without_rules_everything_is_allowed(make: Make) -> None:
    source = "import torch\ndef f(x): return torch.cdist(x, x)\ndef g(x): return x.mean()\n"
    assert make(CHECKS, REFERENCE).grade(source).passed
