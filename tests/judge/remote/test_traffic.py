"""What crosses when a check calls the student's code: counted, so that it holds on a machine of any speed."""

from collections.abc import Iterator
from typing import Any

import pytest
import torch
from torch import Tensor

from grader.judge.remote import Connection
from grader.wire.frames import Channel
from tests.support.forked_worker import ForkedWorker

SMALL = 120  # bytes of a frame with one tensor of three numbers in it

SOURCE = b"""
import torch
KEPT = []
def double(x): return x * 2
def nothing(*xs): return None
def hold(x):
    y = x * 2
    KEPT.append(y)
    return y
def change_kept(): KEPT[-1].add_(1)
def kept(): return KEPT[-1] * 1
def add_one(x): x.add_(1)
def gradient_of_square(x):
    x.grad = None
    (x * x).sum().backward()
def model(n): return torch.nn.Sequential(*[torch.nn.Linear(2, 2) for _ in range(n)])
"""


class CountingChannel(Channel):
    """A channel that notes the size of each frame: of its header, and of its buffers."""

    def __init__(self, channel: Channel) -> None:
        super().__init__(channel.sock, channel.limits)
        self.sent: list[tuple[int, int]] = []
        self.received: list[tuple[int, int]] = []

    def send(self, header: bytes, buffers: Any) -> None:
        self.sent.append((len(header), sum(map(len, buffers))))
        super().send(header, buffers)

    def receive(self) -> tuple[bytes, list[Tensor]]:
        header, buffers = super().receive()
        self.received.append((len(header), sum(b.numel() for b in buffers)))
        return header, buffers

    def forget(self) -> None:
        self.sent.clear()
        self.received.clear()


@pytest.fixture(scope="module")
def connection() -> Iterator[Connection]:
    made = Connection(ForkedWorker())
    made.start({"subject.py": SOURCE})
    yield made
    made.close()


@pytest.fixture(scope="module")
def student(connection: Connection) -> Any:
    return connection.import_module("subject")


@pytest.fixture
def traffic(connection: Connection, student: Any) -> CountingChannel:
    counting = CountingChannel(connection.channel)
    connection.channel = connection.peer.channel = counting
    return counting


def test_a_small_call_is_one_small_message_each_way(student: Any, traffic: CountingChannel) -> None:
    double, x = student.double, torch.randn(3)
    double(x)
    traffic.forget()
    for _ in range(5):
        double(x)
    assert len(traffic.sent) == len(traffic.received) == 5
    assert max(header + buffers for header, buffers in traffic.sent) <= SMALL
    assert max(header + buffers for header, buffers in traffic.received) <= SMALL


def test_a_large_tensor_crosses_once_each_way(student: Any, traffic: CountingChannel) -> None:
    double, big = student.double, torch.randn(100_000)
    traffic.forget()
    result = double(big)
    assert [buffers for _, buffers in traffic.sent] == [big.nbytes]
    assert [buffers for _, buffers in traffic.received] == [big.nbytes]
    traffic.forget()
    student.nothing()
    assert result.equal(big * 2)
    assert [buffers for _, buffers in traffic.sent + traffic.received] == [0] * len(traffic.sent + traffic.received)


def test_the_same_tensor_twice_in_a_call_crosses_once(student: Any, traffic: CountingChannel) -> None:
    nothing, big = student.nothing, torch.randn(100_000)
    traffic.forget()
    nothing(big, big)
    assert [buffers for _, buffers in traffic.sent] == [big.nbytes]


def test_tensors_that_both_sides_keep_are_not_sent_again(student: Any, traffic: CountingChannel) -> None:
    big = torch.randn(100_000)
    y = student.hold(big)
    traffic.forget()
    student.nothing(y)
    assert sum(buffers for _, buffers in traffic.sent + traffic.received) == 0


def test_unchanged_parameters_cost_nothing(student: Any, traffic: CountingChannel) -> None:
    double, x = student.double, torch.randn(3)
    model = student.model(50)
    parameters = list(model.parameters())
    double(x)
    traffic.forget()
    double(x)
    assert len(parameters) == 100
    assert max(header + buffers for header, buffers in traffic.sent + traffic.received) <= SMALL


def test_a_result_that_nobody_else_holds_is_looked_at_by_nobody(connection: Connection, student: Any) -> None:
    y = student.double(torch.randn(3))
    kept = student.hold(torch.randn(3))
    twins = connection.peer.twins
    assert not twins.known(y).watched  # type: ignore[union-attr]
    assert twins.known(kept).watched  # type: ignore[union-attr]


def test_a_result_that_nobody_else_held_can_go_back_and_be_changed(student: Any) -> None:
    y = student.double(torch.ones(3))
    y.add_(1)
    student.add_one(y)
    assert y.tolist() == [4.0] * 3
    student.add_one(y)
    assert y.tolist() == [5.0] * 3


def test_a_result_that_nobody_else_held_can_become_a_leaf(student: Any) -> None:
    y = student.double(torch.ones(3))
    y.requires_grad_(True)
    student.gradient_of_square(y)
    assert y.grad.tolist() == [4.0] * 3
    y.grad = torch.ones(3)
    student.double(y).sum().backward()
    assert y.grad.tolist() == [3.0] * 3


def test_a_kept_result_follows_the_students_changes(student: Any) -> None:
    y = student.hold(torch.ones(3))
    student.change_kept()
    assert y.tolist() == [3.0] * 3


def test_a_result_with_a_graph_can_be_changed_in_place(student: Any) -> None:
    x = torch.ones(3, requires_grad=True)
    y = student.double(x)
    y.mul_(3)
    student.double(y).sum().backward()
    assert x.grad is not None
    assert x.grad.tolist() == [12.0] * 3


@pytest.mark.parametrize("change", ["data", "numpy", "shape", "transpose", "dtype"])
def test_changes_that_count_no_version_cross(student: Any, change: str) -> None:
    x = torch.arange(4.0).reshape(2, 2)
    expected = {
        "data": torch.full((2, 2), 7.0),
        "numpy": torch.tensor([[7.0, 1.0], [2.0, 3.0]]),
        "shape": torch.arange(4.0).reshape(4),
        "transpose": torch.tensor([[0.0, 2.0], [1.0, 3.0]]),
        "dtype": torch.zeros(2, 2, dtype=torch.int32),
    }[change]
    kept = student.hold(x)
    kept.data = x.clone()
    student.nothing(kept)
    if change == "data":
        kept.data.fill_(7)
    elif change == "numpy":
        kept.numpy()[0, 0] = 7
    elif change == "shape":
        kept.data = kept.data.reshape(4)
    elif change == "transpose":
        kept.t_()
    else:
        kept.data = torch.zeros(2, 2, dtype=torch.int32)
    assert torch.equal(student.kept(), expected)
