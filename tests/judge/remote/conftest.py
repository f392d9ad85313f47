"""One module of student's code, in process and in a worker without a sandbox."""

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import torch

from grader.judge.remote import Connection, Subject
from tests.support.forked_worker import ForkedWorker

SOURCE = Path(__file__).parent / "subjects" / "student_code.py"


def connect(source: bytes | None = None, **start: Any) -> Connection:
    connection = Connection(ForkedWorker())
    connection.start({"student_code.py": SOURCE.read_bytes() if source is None else source}, **start)
    return connection


@pytest.fixture(scope="session")
def local() -> ModuleType:
    """The student's code in this process."""
    spec = importlib.util.spec_from_file_location("student_code_in_process", SOURCE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class _Shared:
    """A connection that is made anew when a test has lost it."""

    def __init__(self) -> None:
        self.connection: Connection | None = None

    def module(self) -> Any:
        if self.connection is None or self.connection.ending is not None:
            self.connection = connect()
        return self.connection.import_module("student_code")


@pytest.fixture(scope="module")
def shared() -> Iterator[_Shared]:
    made = _Shared()
    yield made
    if made.connection is not None:
        made.connection.close()


@pytest.fixture
def remote(shared: _Shared) -> Any:
    """The same code in a worker, shared by the tests of a module that leave no traces in it."""
    return shared.module()


@pytest.fixture
def fresh() -> Iterator[Connection]:
    """A worker of the test's own."""
    connection = connect()
    yield connection
    connection.close()


@pytest.fixture
def subject() -> Iterator[Subject]:
    """The code as a check imports it, attached to a worker of its own."""
    made = Subject(["student_code"], factory=connect)
    connection = connect()
    made.attach(connection)
    yield made
    made.detach()
    connection.close()


@pytest.fixture(params=["in process", "across"])
def side(request: pytest.FixtureRequest, local: ModuleType) -> Any:
    """Each test that takes this runs twice, and must find the same."""
    if request.param == "in process":
        return local
    return request.getfixturevalue("remote")


@pytest.fixture
def rng() -> torch.Generator:
    return torch.Generator().manual_seed(11)


@pytest.fixture(autouse=True)
def same_threads() -> Iterator[None]:
    """Both sides compute with one thread: sums of several threads round differently."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)
