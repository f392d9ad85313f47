"""Names that are bound once mean each worker's own objects."""

import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

from grader.judge.remote import (
    MissingName,
    Subject,
    Watch,
    call_and_compare_memory,
    forward_seeding,
    in_fresh_worker,
    traced,
    worker_shares_memory,
)
from tests.judge.remote.conftest import connect


@pytest.fixture
def imported(monkeypatch: pytest.MonkeyPatch) -> Iterator[Subject]:
    """The student's module under its name, as a check imports it; not attached yet."""
    subject = Subject(["student_code"], factory=connect)
    monkeypatch.setitem(sys.modules, "student_code", subject.module("student_code"))
    yield subject
    if subject.connection is not None:
        subject.connection.close()
    subject.detach()


def test_a_name_outlives_its_worker(imported: Subject) -> None:
    from student_code import CONSTANT, Stack, set_module_constant  # type: ignore[import-not-found]

    for _ in range(2):
        connection = connect()
        imported.attach(connection)
        assert CONSTANT == 5
        set_module_constant(9)
        assert CONSTANT == 9
        assert CONSTANT + 1 == 10
        assert list(Stack([1, 2])) == [1, 2]
        imported.detach()
        connection.close()
    with pytest.raises(RuntimeError, match="while a check runs"):
        Stack()


def test_values_of_a_module(subject: Subject) -> None:
    module = subject.module("student_code")
    assert type(module.CONSTANT) is int
    assert module.WORDS == ["a", "b"]
    assert torch.equal(module.TABLE, torch.arange(3.0))
    assert "softmax" in dir(module)
    module.CONSTANT = 7
    assert module.get(module, "CONSTANT") == 7


def test_missing_names(subject: Subject) -> None:
    module = subject.module("student_code")
    with pytest.raises(MissingName) as caught:
        module.sofmax
    assert (caught.value.name, caught.value.nearest) == ("sofmax", "softmax")
    assert not hasattr(module, "nothing_like_it_at_all")
    assert hasattr(module, "softmax")


def test_keep_gives_handles(subject: Subject) -> None:
    kept = subject.module("student_code").keep.softmax(torch.zeros(2, 2))
    assert not isinstance(kept.sum(), type(kept))
    assert kept.shape == torch.Size([2, 2])
    assert type(kept) is not torch.Tensor


def test_the_other_half_of_a_tensor(subject: Subject) -> None:
    x = torch.randn(2, 3, requires_grad=True)
    y = subject.module("student_code").views(x)
    assert y.remote.grad_fn.name() in ("ViewBackward0", "UnsafeViewBackward0", "ReshapeAliasBackward0")
    assert y.remote.is_leaf is False
    with pytest.raises(AttributeError):
        torch.zeros(1).remote  # type: ignore[attr-defined]


def test_shared_memory(subject: Subject) -> None:
    module = subject.module("student_code")
    x = torch.zeros(3, 2)
    assert call_and_compare_memory(module.softmax, (x,), {}, 0)[1] is False
    assert call_and_compare_memory(module.identity, (x,), {}, 0)[1] is True
    stack = module.Stack([x])
    assert worker_shares_memory(module.apply(torch.Tensor.view, x, -1), x)
    assert not worker_shares_memory(module.apply(torch.clone, x), x)
    assert len(stack) == 1
    assert x.tolist() == [[0.0, 0.0]] * 3


def test_traces(subject: Subject) -> None:
    module = subject.module("student_code")
    result, trace = traced(module.softmax, torch.ones(4, 5))
    assert result.shape == (4, 5)
    assert trace.counts["aten::exp"] == 1
    assert trace.largest == 20
    _, local = traced(lambda x: x @ x, torch.ones(3, 3))
    assert [operator.name for operator in local.operators] == ["aten::mm"]


def test_seeding_goes_along(subject: Subject) -> None:
    module = subject.module("student_code")
    with forward_seeding(subject):
        draws = []
        for _ in range(2):
            torch.manual_seed(4)
            draws.append(module.apply(torch.rand, 3))
        expected = torch.rand(3, generator=torch.Generator().manual_seed(4))
    assert torch.equal(draws[0], draws[1])
    assert torch.equal(draws[0], expected)


def test_fresh_workers(subject: Subject) -> None:
    module = subject.module("student_code")
    step = module.set_module_constant
    step(3)
    with in_fresh_worker(module) as other:
        assert other.CONSTANT == 5
    assert module.CONSTANT == 3
    with in_fresh_worker(len) as same:
        assert same is len


def test_guards() -> None:
    watch = Watch(operators=("aten::relu",), calls=("torch.nn.functional.relu",), imports=("colorsys",))
    connection = connect(
        b"import torch.nn.functional as F\ndef f(x): return F.relu(x)\ndef g():\n    import colorsys\n", watch=watch
    )
    module = connection.import_module("student_code")
    assert connection.watched() == ()
    module.f(torch.ones(2))
    module.g()
    assert {(w.kind, w.name, w.file, w.line) for w in connection.watched()} == {
        ("operator", "aten::relu", "student_code.py", 2),
        ("call", "torch.nn.functional.relu", "student_code.py", 2),
        ("import", "colorsys", "student_code.py", 4),
    }
    connection.close()


def test_what_the_worker_does_by_itself_is_not_the_students() -> None:
    source = b"import torch\ndef view(x): return x.view(-1)\ndef copy(x): return x.clone()\n"
    connection = connect(source, watch=Watch(operators=("aten::view",)))
    module = connection.import_module("student_code")
    assert call_and_compare_memory(module.copy, (torch.ones(2, 2),), {}, 0)[1] is False
    assert connection.watched() == ()
    assert call_and_compare_memory(module.view, (torch.ones(2, 2),), {}, 0)[1] is True
    assert [(w.name, w.line) for w in connection.watched()] == [("aten::view", 2)]
    connection.close()


SUITE = """
    import unittest
    import pytest
    import torch
    from hypothesis import given, settings, strategies as st
    from student_code import StudentError, Value, raises, softmax
    import student_code as code

    @pytest.mark.parametrize("rows", [1, 2])
    def test_rows(rows):
        assert torch.allclose(softmax(torch.randn(rows, 3)).sum(-1), torch.ones(rows))

    @pytest.mark.parametrize("function", [softmax, code.cube])
    def test_functions(function):
        assert function(torch.ones(2, 2)).shape == (2, 2)

    def test_raises():
        with pytest.raises(StudentError, match="code 3"):
            raises("student", 3)

    @given(st.integers(-5, 5), st.integers(-5, 5))
    @settings(max_examples=10, deadline=None, database=None)
    def test_addition(a, b):
        assert (Value(a) + Value(b)).data == a + b

    class TestClass:
        def test_method(self):
            assert Value(1) == Value(1)

    class Cases(unittest.TestCase):
        def test_equal(self):
            self.assertEqual(int(Value(3)), 3)
            self.assertIsInstance(Value(3), Value)

        def test_raises(self):
            with self.assertRaises(StudentError):
                raises("student", 1)
            with self.assertRaises(ValueError):
                raises("value")

    def test_fails():
        assert softmax(torch.zeros(1, 2)).sum() == 3
"""


class _Attach:
    """As a grading session does: collected without a worker, run with one."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self.outcomes: dict[str, str] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        if self.subject.connection is None:
            self.subject.attach(connect())

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.when == "call":
            self.outcomes[report.nodeid.partition("::")[2]] = report.outcome


def test_existing_suites_run_unchanged(imported: Subject, tmp_path: Path) -> None:
    (tmp_path / "test_suite.py").write_text(textwrap.dedent(SUITE))
    plugin = _Attach(imported)
    pytest.main(
        ["-q", "-p", "no:cacheprovider", "-p", "no:randomly", "--rootdir", str(tmp_path), "-c", "/dev/null",
         "--import-mode=importlib", str(tmp_path)],
        plugins=[plugin],
    )  # fmt: skip
    failed = {name for name, outcome in plugin.outcomes.items() if outcome != "passed"}
    assert failed == {"test_fails"}
    assert len(plugin.outcomes) == 10
