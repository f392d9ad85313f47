"""What crosses when a check calls the student's code: counted, so that it holds on a machine of any speed."""

import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import torch
from torch import Tensor

from grader.judge.remote import Connection
from grader.wire.frames import Channel
from tests.support.forked_worker import ForkedWorker

SMALL = 120  # bytes of a frame with one tensor of three numbers in it

SOURCE = b"""
import gc
import sys
import torch
KEPT = []
def double(x): return x * 2
def scaled(*, x, by): return x * by
def roomy(x): return (x * 2).resize_(2)
def part(x): return (x * 2)[1:3]
def same(x): return x
def write_data(x): x.data.fill_(7)
def require(x): x.requires_grad_(True)
def detach_in_place(x): x.detach_()
def give_gradient(x): x.grad = torch.full((3,), 5.0)
def keep_argument(x): KEPT.append(x)
def around(x, y, f):
    before = x.tolist()
    same = f(y) is y
    return before, x.tolist(), same
def ask_badly(x, f): return f(10 ** 200_000)
COUNT = [0]
def note(frame, event, argument): COUNT[0] += event in ("call", "c_call")
def start_counting():
    COUNT[0] = 0
    gc.disable()
    sys.setprofile(note)
def stop_counting():
    sys.setprofile(None)
    return COUNT[0]
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

    def receive(self) -> tuple[memoryview, list[Tensor]]:
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
    roomy = student.roomy(torch.randn(3))
    kept = student.hold(torch.randn(3))
    twins = connection.peer.twins
    assert twins.known(y) is None
    assert not twins.known(roomy).watched  # type: ignore[union-attr]
    assert twins.known(kept).watched  # type: ignore[union-attr]


def test_a_plain_call_leaves_nothing_behind(connection: Connection, student: Any, traffic: CountingChannel) -> None:
    double, scaled, x = student.double, student.scaled, torch.randn(3)
    double(x)
    before = len(connection.peer.twins.by_key)
    sizes = []
    for _ in range(3):
        traffic.forget()
        kept = [double(x) for _ in range(10)] + [scaled(x=x, by=3) for _ in range(10)]
        sizes.append((traffic.sent, traffic.received))
    assert len(kept) == 20
    assert len(connection.peer.twins.by_key) == before
    assert sizes[0] == sizes[1] == sizes[2]


def test_what_is_forgotten_still_tells_of_its_other_half(student: Any) -> None:
    y = student.double(torch.ones(2, 3))
    assert y.remote.stride() == (3, 1)
    assert y.remote.is_leaf is True
    y.add_(1)
    assert y.remote.tolist() == [[3.0] * 3] * 2
    with pytest.raises(AttributeError, match="no other half"):
        getattr(torch.ones(2), "remote")  # noqa: B009


def test_a_part_of_more_memory_is_not_forgotten(student: Any) -> None:
    y = student.part(torch.arange(4.0))
    assert y.tolist() == [2.0, 4.0]
    assert y.remote.storage_offset() == 1
    assert student.roomy(torch.arange(4.0)).remote.untyped_storage().nbytes() == 16


def test_a_call_takes_few_steps() -> None:
    """Calls of Python functions and builtins for one small call, on each side: what its time is made of."""
    torch.set_default_device(None)  # one that was ever set is a mode that every question to a tensor passes through
    connection = Connection(ForkedWorker())
    connection.start({"subject.py": SOURCE})
    student = connection.import_module("subject")
    double, start, stop, x = student.double, student.start_counting, student.stop_counting, torch.randn(3)
    double(x)
    start()
    judge = min(calls_of(lambda: double(x)) for _ in range(20))  # the collector of cycles may add to some
    worker = stop() / 20
    connection.close()
    assert judge <= 80
    assert worker <= 100


def calls_of(work: Callable[[], object]) -> int:
    found = [0]

    def note(frame: object, event: str, argument: object) -> None:
        found[0] += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return found[0]


def test_an_argument_that_is_held_is_one_tensor_in_two_places(student: Any) -> None:
    x = torch.ones(3)
    student.keep_argument(x)
    x.add_(1)
    assert student.kept().tolist() == [2.0] * 3
    student.change_kept()
    assert x.tolist() == [3.0] * 3


@pytest.mark.parametrize("named", [False, True])
def test_an_argument_that_is_changed_or_returned_is_the_same(student: Any, named: bool) -> None:
    x = torch.ones(3)
    assert (student.same(x=x) if named else student.same(x)) is x
    student.add_one(x=x) if named else student.add_one(x)
    assert x.tolist() == [2.0] * 3
    version = x._version
    student.write_data(x)
    assert x.tolist() == [7.0] * 3
    assert x._version == version


def test_an_argument_that_becomes_a_leaf_or_gets_a_gradient_does_so_here(student: Any) -> None:
    x = torch.ones(3)
    student.require(x)
    assert x.requires_grad
    z = torch.ones(3)
    student.give_gradient(z)
    assert z.grad is not None
    assert z.grad.tolist() == [5.0] * 3


def test_an_argument_with_a_graph_can_be_detached_in_place(student: Any) -> None:
    w = torch.ones(3, requires_grad=True)
    x = w * 2
    y = x * 3
    student.detach_in_place(x)
    assert x.grad_fn is None
    assert not x.requires_grad
    assert not student.double(x).requires_grad
    y.sum().backward()
    assert w.grad is not None
    assert w.grad.tolist() == [6.0] * 3
    view = (w * 2)[:2]
    student.detach_in_place(view)
    assert student.double(view).tolist() == [4.0] * 2


def test_a_lent_argument_can_be_changed_by_a_callback(student: Any) -> None:
    x, y = torch.ones(3), torch.ones(3)

    def change(z: Tensor) -> Tensor:
        assert z is y
        x.add_(1)
        return z

    assert student.around(x, y, change) == ([1.0] * 3, [2.0] * 3, True)
    student.add_one(x)
    assert x.tolist() == [3.0] * 3


def test_a_callback_that_cannot_be_asked_loses_no_argument(student: Any) -> None:
    x = torch.ones(3)
    with pytest.raises(TypeError, match="digits"):
        student.ask_badly(x, lambda z: z)
    student.add_one(x)
    assert x.tolist() == [2.0] * 3


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
