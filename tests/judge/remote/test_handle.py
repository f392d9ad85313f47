"""Handles behave as the objects that they stand for."""

import copy
import inspect
import pickle
from collections.abc import Hashable, Iterable, Sized
from typing import Any

import numpy as np
import pytest
import torch

from grader.judge.remote import Handle


def test_arithmetic(side: Any) -> None:
    a, b = side.Value(2), side.Value(3)
    assert (a + b).data == 5
    assert (a + 1).data == 3
    assert (1 + a).data == 3
    assert (10 - a).data == 8
    assert (a * b).data == 6
    assert (-a).data == -2
    assert a @ b == 6
    before = a
    a += 4
    assert a is before
    assert a.data == 6


def test_unsupported_arithmetic_raises(side: Any) -> None:
    with pytest.raises(TypeError):
        side.Value(1) / 2
    with pytest.raises(TypeError):
        side.Base() + 1


def test_comparison_and_hash(side: Any) -> None:
    assert side.Value(2) == side.Value(2)
    assert side.Value(2) != side.Value(3)
    assert side.Value(2) < side.Value(3)
    assert side.Value(3) > side.Value(2)
    assert hash(side.Value(2)) == hash(side.Value(2))
    assert len({side.Value(1), side.Value(1), side.Value(2)}) == 2
    assert {side.Value(1): "one"}[side.Value(1)] == "one"
    base = side.Base()
    assert base == base
    assert base != side.Base()
    assert {base: 1}[base] == 1


def test_conversions(side: Any) -> None:
    value = side.Value(3)
    assert int(value) == 3
    assert float(value) == 3.0
    assert [0, 1, 2, 3, 4][value] == 3
    assert bool(value) is True
    assert not side.Value(0)
    assert round(side.Value(3.14159), 2) == 3.14
    assert repr(value) == "Value(3)"
    assert str(value) == "<3>"
    assert f"{side.Value(2.5):.2f}" == "[2.50]"
    assert bool(side.Base()) is True


def test_containers(side: Any) -> None:
    stack = side.Stack([1, 2, 3])
    assert len(stack) == 3
    assert stack[0] == 1
    assert stack[-1] == 3
    assert stack[1:] == [2, 3]
    assert 2 in stack
    assert 9 not in stack
    assert list(stack) == [1, 2, 3]
    assert list(reversed(stack)) == [3, 2, 1]
    stack[0] = 10
    del stack[1]
    assert stack.items == [10, 3]
    assert stack(1, 2, k=3) == (2, ["k"])
    with pytest.raises(IndexError):
        stack[99]
    with pytest.raises(TypeError):
        len(side.Base())


def test_types_have_what_the_originals_have(side: Any) -> None:
    assert callable(side.Stack())
    assert callable(side.Base)
    assert not callable(side.Value(1))
    assert isinstance(side.Stack(), Iterable)
    assert isinstance(side.Stack(), Sized)
    assert not isinstance(side.Value(1), Iterable)
    assert isinstance(side.Value(1), Hashable)


def test_attributes(side: Any) -> None:
    derived = side.Derived()
    assert derived.attribute == 3
    derived.attribute = 5
    assert derived.doubled == 10
    del derived.attribute
    assert derived.attribute == 3
    assert hasattr(derived, "doubled")
    assert not hasattr(derived, "tripled")
    assert getattr(derived, "tripled", None) is None
    assert side.Derived.static(1) == 2
    assert "doubled" in dir(derived)
    with pytest.raises(AttributeError):
        derived.tripled


def test_classes(side: Any) -> None:
    derived = side.Derived.make()
    assert isinstance(derived, side.Derived)
    assert isinstance(derived, side.Base)
    assert not isinstance(side.Base(), side.Derived)
    assert issubclass(side.Derived, side.Base)
    assert not issubclass(side.Base, side.Derived)
    assert not isinstance(3, side.Base)
    assert isinstance(side.Derived, type)
    assert side.Derived.__name__ == "Derived"
    assert isinstance(side.Vocabulary(), dict)


def test_context_managers(side: Any) -> None:
    manager = side.Manager()
    with manager as entered:
        assert entered is manager
    with manager:
        raise KeyError("swallowed")
    with pytest.raises(ValueError, match="kept"), manager:
        raise ValueError("kept")
    assert manager.events == ["enter", None, "enter", "KeyError", "enter", "ValueError"]


def test_signatures(side: Any) -> None:
    signature = inspect.signature(side.train)
    assert list(signature.parameters) == ["model", "loader", "loss_fn", "steps", "lr"]
    assert signature.parameters["lr"].default == 0.05
    assert list(inspect.signature(side.Net).parameters) == ["inputs", "hidden", "outputs"]


def test_closures_and_generators(side: Any) -> None:
    step = side.counter()
    assert [step(), step(), step()] == [1, 2, 3]
    generator = side.countdown(3)
    assert iter(generator) is generator
    assert next(generator) == 3
    assert generator.send(7) == 7
    assert list(side.countdown(3)) == [3, 2, 1]
    with pytest.raises(StopIteration):
        next(side.countdown(0))


def test_copies(side: Any) -> None:
    stack = side.Stack([[1]])
    shallow, deep = copy.copy(stack), copy.deepcopy(stack)
    stack.items[0]
    assert shallow is not stack
    assert deep.items == [[1]]
    deep[0] = 5
    assert stack[0] == [1]


def test_a_subclass_of_a_builtin_equals_its_value(side: Any) -> None:
    words = side.Vocabulary(a=1, b=2)
    assert words == {"a": 1, "b": 2}
    assert words != {"a": 1}
    assert words.encode("b") == 2
    assert len(words) == 2


def test_identity_is_kept(remote: Any) -> None:
    net = remote.Net()
    assert net.first is net.first
    assert remote.Net is remote.Net
    assert remote.identity(net) is net


def test_liars_do_not_answer_for_the_judge(remote: Any) -> None:
    """An object that says yes to every question equals nothing of the judge's."""
    liar, expected = remote.lie(), torch.ones(3)
    assert issubclass(type(liar), Handle)
    assert liar != 5
    assert not (liar == 5)  # noqa: SIM201
    assert liar not in (1, 2, 3)
    for compare in (lambda: liar < 5, lambda: liar >= 5, lambda: liar < 5, lambda: abs(liar - 5) < 1e-6):
        with pytest.raises(TypeError):
            compare()
    with pytest.raises((TypeError, AssertionError)):
        torch.testing.assert_close(liar, expected)
    with pytest.raises(TypeError):
        torch.allclose(liar, expected)
    with pytest.raises((TypeError, ValueError)):
        np.testing.assert_allclose(liar, 1.0)
    assert liar != pytest.approx(5)


def test_handles_are_not_pickled(remote: Any) -> None:
    with pytest.raises(TypeError, match="pickled"):
        pickle.dumps(remote.Base())


def test_objects_are_released(fresh: Any) -> None:
    module = fresh.import_module("student_code")
    count = len(fresh.peer.objects._proxies)
    kept = [module.Base() for _ in range(20)]
    assert len(fresh.peer.objects._proxies) >= count + 20
    del kept
    module.identity(1)
    assert len(fresh.peer.objects._proxies) <= count + 3
