"""Every helper says the same of a function in another process as of the same function in this one."""

import importlib
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import torch

from grader.checks import (
    Facts,
    Finding,
    assert_all_parameters_get_gradients,
    assert_allocates_at_most,
    assert_batch_independent,
    assert_causal,
    assert_close,
    assert_copies,
    assert_deterministic,
    assert_gradients,
    assert_is_view,
    assert_matches,
    assert_raises_clearly,
    assert_repeatable,
    assert_same_object,
    assert_shapes,
    assert_shares_memory,
    assert_state_roundtrip,
    assert_train_eval_differ,
    assert_unchanged,
    assert_vectorised,
    count_operators,
    make_inputs,
)
from grader.judge.remote import Connection, Subject
from tests.checks import subjects
from tests.support.forked_worker import ForkedWorker

SOURCE = Path(subjects.__file__).read_bytes()
Check = Callable[[Any], object]
X = torch.tensor([[0.0, 1.0, 2.0], [0.0, 3.0, 1.0]])


def connect() -> Connection:
    connection = Connection(ForkedWorker())
    connection.start(files={"subjects.py": SOURCE})
    return connection


@pytest.fixture(scope="module")
def subject() -> Iterator[Subject]:
    """The names of the student's file; each test attaches a worker of its own to them."""
    importlib.import_module("torch._dynamo")  # recording operators imports it: here, once, and not in every child
    found = Subject(["subjects"], factory=connect)
    yield found
    found.detach()


@pytest.fixture
def student(subject: Subject) -> Iterator[ModuleType]:
    connection = connect()
    subject.attach(connection)
    yield subject.module("subjects")
    connection.close()


def rng() -> torch.Generator:
    return torch.Generator().manual_seed(3)


def x64(*shape: int) -> torch.Tensor:
    return torch.randn(shape, dtype=torch.float64, generator=rng())


PASSING: dict[str, Check] = {
    "close": lambda s: assert_close(s.softmax(X, 1), X.softmax(1)),
    "matches": lambda s: assert_matches(
        s.softmax, torch.softmax, make_inputs(rng(), "n d", cases=3, dtype=torch.float64), kwargs={"dim": 1}
    ),
    "shapes": lambda s: assert_shapes(lambda x: s.softmax(x, 1), "n d -> n d"),
    "gradients": lambda s: assert_gradients(s.softmax, x64(2, 3), 1, second_order=True),
    "unchanged": lambda s: assert_unchanged(s.softmax, X.clone(), 1),
    "vectorised": lambda s: assert_vectorised(s.softmax, lambda n: (torch.rand(n, 3), 1)),
    "allocates": lambda s: assert_allocates_at_most(6, s.softmax, X, 1),
    "a view makes nothing": lambda s: assert_allocates_at_most(0, s.view, X),
    "shares": lambda s: assert_shares_memory(s.view, X.clone()),
    "view": lambda s: assert_is_view(s.view, X.clone()),
    "copies": lambda s: assert_copies(s.copy, X.clone()),
    "same": lambda s: assert_same_object(s.same(X), X),
    "refuses": lambda s: assert_raises_clearly(ValueError, s.refuses, (2, 0), mentions=["(2, 0)"]),
    "fresh processes": lambda s: assert_deterministic(s.counts, different_seeds_differ=False),
    "global generator": lambda s: assert_deterministic(s.draws),
    "seed": lambda s: assert_deterministic(s.train, steps=4),
    "seed in a wrapper": lambda s: assert_deterministic(lambda seed: s.train(seed, 4)),
    "repeatable": lambda s: assert_repeatable(s.softmax, X, 1),
    "batch": lambda s: assert_batch_independent(s.softmax, X, 1),
    "modes": lambda s: assert_train_eval_differ(s.Net(False), torch.ones(4, 3)),
    "state": lambda s: assert_state_roundtrip(lambda: s.Net(False), torch.ones(4, 3)),
    "parameters": lambda s: assert_all_parameters_get_gradients(s.Net(False).eval(), lambda net: net(X).sum()),
}

FAILING: dict[str, Check] = {
    "close": lambda s: assert_close(s.softmax_over_rows(X, 1), X.softmax(1)),
    "matches": lambda s: assert_matches(
        s.softmax_over_rows, torch.softmax, make_inputs(rng(), "n d", cases=5), kwargs={"dim": 1}
    ),
    "shapes": lambda s: assert_shapes(s.square_only, "n d, m d -> n m", sizes={"n": [2, 3], "m": [2, 3]}),
    "gradients": lambda s: assert_gradients(s.mean_square, x64(4, 3)),
    "no gradient": lambda s: assert_gradients(s.cut, x64(3)),
    "backward raises": lambda s: assert_gradients(s.raises_in_backward, x64(3)),
    "unchanged": lambda s: assert_unchanged(s.writes, X.clone()),
    "vectorised": lambda s: assert_vectorised(s.row_by_row, lambda n: (torch.rand(n, 3),)),
    "vectorised in a wrapper": lambda s: assert_vectorised(lambda x: s.row_by_row(x), lambda n: (torch.rand(n, 3),)),
    "allocates": lambda s: assert_allocates_at_most(20, s.outer_cube, torch.rand(4)),
    "allocates in a wrapper": lambda s: assert_allocates_at_most(20, lambda x: s.outer_cube(x), torch.rand(4)),
    "shares": lambda s: assert_shares_memory(s.copy, X.clone()),
    "copies": lambda s: assert_copies(s.view, X.clone()),
    "same": lambda s: assert_same_object(s.copy(X), X),
    "refuses": lambda s: assert_raises_clearly(IndexError, s.refuses, (2, 0)),
    "does not refuse": lambda s: assert_raises_clearly(IndexError, s.view, X),
    "draws elsewhere": lambda s: assert_deterministic(s.draws_elsewhere),
    "repeatable": lambda s: assert_repeatable(s.counts),
    "causal": lambda s: assert_causal(lambda x: s.softmax(x, 1), X, 1),
    "state": lambda s: assert_state_roundtrip(lambda: s.Net(True), torch.ones(4, 3)),
}


def facts_of(check: Check, module: Any) -> Facts:
    torch.manual_seed(0)
    with pytest.raises(Finding) as caught:
        check(module)
    return caught.value.facts


@pytest.mark.parametrize("name", PASSING)
def test_right_functions_pass_across_the_boundary(student: ModuleType, name: str) -> None:
    PASSING[name](student)


@pytest.mark.parametrize("name", FAILING)
def test_wrong_functions_give_the_same_facts_on_both_sides(student: ModuleType, name: str) -> None:
    if name in ("state", "draws elsewhere"):  # their numbers are random, their sentences are not
        there, here = facts_of(FAILING[name], student), facts_of(FAILING[name], subjects)
        assert (there.rung, there.headline, there.details) == (here.rung, here.headline, here.details)
        return
    subjects._calls = 0
    subjects._calls = 0
    there, here = facts_of(FAILING[name], student), facts_of(FAILING[name], subjects)
    for facts in (there, here):
        facts.data = {}
    assert repr(there) == repr(here)


def test_operators_are_counted_where_they_run(student: ModuleType) -> None:
    assert count_operators(student.row_by_row, X) == count_operators(subjects.row_by_row, X)
    assert count_operators(lambda x: student.row_by_row(x), X)["aten::stack"] == 1


def test_an_object_that_equals_everything_is_not_the_value(student: ModuleType) -> None:
    expected = torch.ones(2)
    for wanted in (expected, expected.numpy(), [1.0, 1.0], {"a": 1}, 1, "yes", None, torch.float32):
        with pytest.raises(Finding) as caught:
            assert_close(student.yes(expected), wanted)
        assert caught.value.facts.rung == "type"
        assert "an object of type YesMan" in caught.value.facts.headline
    with pytest.raises(Finding):
        assert_same_object(student.yes(expected), expected)


def test_a_stub_stays_a_stub(student: ModuleType) -> None:
    with pytest.raises(NotImplementedError):
        assert_shapes(student.stub, "n -> n")
    with pytest.raises(NotImplementedError):
        assert_raises_clearly(RuntimeError, student.stub, X)


def test_a_missing_name_passes_through(student: ModuleType) -> None:
    with pytest.raises(AttributeError, match="softmx"):
        assert_shapes(lambda x: student.softmx(x), "n -> n")
    with pytest.raises(AttributeError, match="softmx"):
        assert_raises_clearly(ValueError, lambda x: student.softmx(x), X)


def test_the_line_of_the_students_file_is_told(student: ModuleType) -> None:
    facts = facts_of(FAILING["shapes"], student)
    line = next(n for n, text in enumerate(SOURCE.decode().splitlines(), 1) if "return scores +" in text)
    assert f"It happens in line {line} of your file" in facts.details[-1]
