"""Where both sides share one random state, the numbers are those of one process."""

import random
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np
import pytest
import torch

from grader.judge import seeds
from grader.judge.remote import Connection, WorkerLost
from tests.judge.remote.conftest import connect

SOURCE = b"""
import random
import numpy as np
import torch

def draw():
    return [torch.rand(2).tolist(), torch.randn(1).item(), np.random.normal(), random.gauss(0, 1)]

def draw_between(callback):
    return [draw(), callback(), draw()]

def fail():
    torch.rand(1)
    raise ValueError("no")

def forge():
    from grader.wire import randomness
    randomness._state = lambda: b"\\1" * 10_000
"""


@pytest.fixture
def connection() -> Iterator[Connection]:
    connection = connect(SOURCE)
    yield connection
    connection.close()


def played(module: Any) -> list[object]:
    """What a check and the code draw in turn."""

    def here() -> list[object]:
        return [torch.rand(1).item(), np.random.rand(), random.random()]

    found = [here(), module.draw(), here(), module.draw_between(here), here()]
    torch.manual_seed(7)
    found += [module.draw(), here()]
    with pytest.raises(ValueError, match="no"):
        module.fail()
    return [*found, here()]


def test_the_numbers_are_those_of_one_process(connection: Connection) -> None:
    module = connection.import_module("student_code")
    with seeds.judge_random_state(5, "a check"):
        shared = connection.share_random()
        across = played(module)
        shared.end()
    local = ModuleType("local")
    exec(SOURCE, vars(local))
    with seeds.judge_random_state(5, "a check"):
        assert played(local) == across


def test_without_sharing_nothing_of_this_side_is_known_there(connection: Connection) -> None:
    module = connection.import_module("student_code")
    before = torch.get_rng_state()
    first = module.draw()
    assert torch.equal(torch.get_rng_state(), before)
    local = ModuleType("local")
    exec(SOURCE, vars(local))
    assert vars(local)["draw"]() != first


def test_a_state_that_is_none_ends_the_worker(connection: Connection) -> None:
    module = connection.import_module("student_code")
    connection.share_random()
    with pytest.raises(WorkerLost):
        module.forge()
    assert connection.ending is not None
    assert connection.ending.cause is not None
    assert connection.ending.cause.value == "protocol"


def test_a_state_that_nobody_asked_for_ends_the_worker(connection: Connection) -> None:
    connection.import_module("student_code")
    share = connection.share_random()
    share.end()
    connection.peer.random = None
    torch.rand(1)
    with pytest.raises(WorkerLost):
        connection.import_module("student_code").draw()
