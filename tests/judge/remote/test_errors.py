"""Exceptions cross as themselves, in both directions, and bounded."""

from typing import Any

import pytest
import torch

from grader.judge.remote import Connection, WorkerLost, student_trace
from tests.judge.remote.conftest import connect


@pytest.mark.parametrize(
    ("kind", "args", "expected"),
    [
        ("value", ("no", 3), ValueError),
        ("key", ("k",), KeyError),
        ("not", (), NotImplementedError),
        ("zero", (), ZeroDivisionError),
        ("unicode", ("utf-8", b"a", 0, 1, "why"), UnicodeDecodeError),
        ("os", (2, "gone"), FileNotFoundError),
        ("exit", (3,), SystemExit),
        ("type", (), TypeError),
    ],
)
def test_builtin_exceptions(side: Any, kind: str, args: tuple[Any, ...], expected: type[BaseException]) -> None:
    with pytest.raises(expected) as caught:
        side.raises(kind, *args)
    assert type(caught.value) is expected
    assert caught.value.args == args


def test_torch_exceptions(side: Any) -> None:
    with pytest.raises(RuntimeError, match="mat1 and mat2"):
        side.raises_torch()
    with pytest.raises(torch.linalg.LinAlgError):  # type: ignore[attr-defined]
        side.raises_linalg()


def test_exceptions_of_the_students_own(side: Any) -> None:
    with pytest.raises(side.StudentError, match="code 7") as caught:
        side.raises("student", 7)
    assert isinstance(caught.value, ValueError)
    assert type(caught.value).__name__ == "StudentError"
    with pytest.raises(ValueError):
        side.raises("student", 7)


def test_frames_are_the_students(remote: Any) -> None:
    with pytest.raises(RuntimeError) as caught:
        remote.apply(lambda: remote.raises_torch())
    with pytest.raises(ZeroDivisionError) as direct:
        remote.raises("zero")
    trace = student_trace(direct.value)
    assert trace is not None
    assert trace.type_name == "ZeroDivisionError"
    assert [frame.function for frame in trace.frames] == ["raises"]
    assert trace.frames[0].file == "student_code.py"
    assert "raise {" in trace.frames[0].source or "ZeroDivisionError" in trace.frames[0].source
    assert student_trace(caught.value) is not None
    assert student_trace(ValueError("the check's own")) is None


@pytest.mark.parametrize("how", ["raise", "huge"])
def test_texts_are_bounded(remote: Any, how: str) -> None:
    with pytest.raises(Exception) as caught:
        remote.nasty(how)
    assert type(caught.value).__name__ == "Nasty"
    assert len(str(caught.value)) < 20_000


def test_endless_recursion_is_an_exception(side: Any) -> None:
    with pytest.raises(RecursionError):
        side.recurse()


def test_an_exception_of_a_callback_comes_back_as_the_same_object(remote: Any) -> None:
    error = KeyError("mine")

    def fails() -> None:
        raise error

    with pytest.raises(KeyError) as caught:
        remote.apply(fails)
    assert caught.value is error
    assert student_trace(error) is None


def test_the_student_can_catch_an_exception_of_a_callback(side: Any) -> None:
    assert side.apply_safely(lambda: 1 / 0) == "caught division by zero"
    with pytest.raises(KeyError):
        side.apply_safely(lambda: dict[str, int]()["x"])


def test_a_worker_cannot_skip_or_interrupt(remote: Any) -> None:
    with pytest.raises(Exception) as caught:
        remote.skips()
    assert not isinstance(caught.value, pytest.skip.Exception)
    with pytest.raises(Exception) as caught:
        remote.raises("interrupt")
    assert not isinstance(caught.value, KeyboardInterrupt)
    assert student_trace(caught.value) is not None


def test_import_errors(side: Any) -> None:
    connection = connect(b"def f(:\n  pass\n")
    with pytest.raises(SyntaxError) as caught:
        connection.import_module("student_code")
    assert caught.value.lineno == 1
    trace = student_trace(caught.value)
    assert trace is not None
    assert trace.frames[0].file == "student_code.py"
    with pytest.raises(ModuleNotFoundError):
        connection.import_module("nowhere")
    connection.close()


@pytest.mark.parametrize(
    "source", [b"import os\nos._exit(0)", b"import os\ndef f(): os._exit(0)", b"import os\nos.kill(os.getpid(), 9)"]
)
def test_a_process_that_ends_is_lost(source: bytes) -> None:
    connection = connect(source)
    with pytest.raises(WorkerLost):
        connection.import_module("student_code").f()
    with pytest.raises(WorkerLost):
        connection.ask("identity", 1)
    assert connection.close() is connection.ending


def test_lost_handles_can_still_be_shown(fresh: Connection) -> None:
    value = fresh.import_module("student_code").Value(1)
    fresh.close()
    assert "Value" in repr(value)
    with pytest.raises(WorkerLost):
        value.data


def test_worker_lost_is_no_ordinary_exception() -> None:
    assert not issubclass(WorkerLost, Exception)
