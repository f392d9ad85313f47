"""What a check passes comes back to it, and nothing else does."""

from collections.abc import Iterator
from typing import Any

import pytest
import torch
from torch import nn

from grader.judge.remote import WorkerLost

SECRET = "hidden canary"


def test_functions(side: Any) -> None:
    assert side.apply(lambda a, b=1: a + b, 2, b=5) == 7
    assert side.apply(len, [1, 2]) == 2
    assert side.compose(lambda x: x + 1, lambda x: x * 2)(5) == 11


def test_nested_both_ways(side: Any) -> None:
    def deeper(n: int) -> Any:
        return 0 if n == 0 else 1 + side.apply(deeper, n - 1)

    assert deeper(8) == 8


def test_iterators_and_generators(side: Any) -> None:
    def numbers() -> Iterator[int]:
        yield from (1, 2, 3)

    assert side.consume(numbers()) == 6
    assert side.consume(iter([4, 5])) == 9


def test_tensors_in_callbacks_keep_their_gradient(side: Any) -> None:
    root = side.newton(lambda x: x**2 - 2, torch.tensor(1.0))
    torch.testing.assert_close(root, torch.tensor(2.0).sqrt())


def test_a_callback_that_closes_over_a_parameter(side: Any) -> None:
    p, x = torch.tensor([2.0, 3.0], requires_grad=True), torch.ones(2, requires_grad=True)
    side.apply(lambda t: t * p, x).sum().backward()
    assert p.grad is not None
    assert p.grad.tolist() == [1.0, 1.0]
    assert x.grad is not None
    assert x.grad.tolist() == [2.0, 3.0]


def test_arguments_changed_by_a_callback(side: Any) -> None:
    x = torch.zeros(2)

    def change(t: torch.Tensor) -> None:
        t.add_(1)

    side.apply(change, x)
    assert x.tolist() == [1.0, 1.0]


def test_library_classes_cross_by_name(side: Any) -> None:
    assert side.apply(torch.relu, torch.tensor(-1.0)) == 0
    made = side.apply(nn.Linear, 2, 3)
    assert isinstance(made, nn.Linear)
    assert side.apply(dict, a=1) == {"a": 1}
    assert side.apply(isinstance, 3, int) is True


@pytest.mark.parametrize("value", [lambda: SECRET, (SECRET for _ in range(1)), nn.Linear(1, 1).forward])
def test_nothing_leads_from_a_callback_to_what_is_hidden(remote: Any, value: Any) -> None:
    found = remote.spy(value)
    assert SECRET not in repr(found)
    assert [name for name, _ in found if name != "__class__"] == []


class Holder:
    def __init__(self) -> None:
        self.shown = 1
        self._secret = SECRET
        self.library = torch
        self.cls = Holder

    def method(self) -> int:
        return 2


def test_instances_show_their_public_attributes(remote: Any) -> None:
    holder = Holder()
    assert remote.apply(lambda h: h.shown, holder) == 1
    assert remote.get(holder, "shown") == 1
    assert remote.get(holder, "method")() == 2
    remote.put(holder, "shown", 5)
    assert holder.shown == 5
    for names in (
        ("_secret",),
        ("library",),
        ("cls",),
        ("method", "__globals__"),
        ("method", "__func__"),
        ("__dict__",),
    ):
        with pytest.raises(AttributeError):
            remote.get(holder, *names)


def test_what_is_not_the_checks_to_give_does_not_cross(remote: Any, request: pytest.FixtureRequest) -> None:
    import sys

    for value in (sys, sys._getframe(), request, remote._remote_connection, SECRET.__class__.__dict__):
        with pytest.raises(TypeError, match="cannot cross"):
            remote.identity(value)
    with open(__file__) as file, pytest.raises(TypeError, match="cannot cross"):
        remote.identity(file)


def test_a_callback_cannot_be_used_in_another_process(fresh: Any) -> None:
    module = fresh.import_module("student_code")
    assert module.forked(lambda: 1) == b"refused"
    assert module.identity(3) == 3


def test_losing_the_worker_inside_a_callback(fresh: Any) -> None:
    module = fresh.import_module("student_code")
    with pytest.raises(WorkerLost):
        module.apply(lambda: fresh.import_module("os")._exit(1))
