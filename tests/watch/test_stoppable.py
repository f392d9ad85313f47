"""Breaking a grading off: its workers end, and none is to be had any more."""

import threading
import time

import pytest

from grader.report.model import CheckResult
from grader.sandbox.protocol import Limits
from grader.watch.stoppable import StoppableSandbox, Superseded
from tests.judge.conftest import ForkedSandbox, Make

pytestmark = pytest.mark.sandbox
LOOPS = "def f(x):\n    while True: pass"
ONE = "from answer import f\ndef test_a(): assert f(1) == 2"


def test_no_worker_is_to_be_had_while_it_is_stopped() -> None:
    stopped = threading.Event()
    sandbox = StoppableSandbox(ForkedSandbox(), stopped.is_set)
    stopped.set()
    with pytest.raises(Superseded):
        sandbox.open(Limits())
    stopped.clear()
    sandbox.open(Limits()).close()


def test_what_a_worker_is_known_for_goes_with_it() -> None:
    sandbox = StoppableSandbox(ForkedSandbox(), lambda: False)
    sandbox.open(Limits()).close()
    assert not sandbox._workers


def test_a_grading_that_runs_for_ever_is_broken_off_at_once(make: Make, bubblewrap: ForkedSandbox) -> None:
    one = make(ONE)
    stopped = threading.Event()
    sandbox = StoppableSandbox(bubblewrap, stopped.is_set)

    def stop() -> None:
        stopped.set()
        sandbox.stop()

    def unless_stopped(check: CheckResult) -> None:
        sandbox.raise_if_stopped()

    stopper = threading.Timer(0.5, stop)
    stopper.start()
    began = time.monotonic()
    one.sandbox = sandbox  # type: ignore[assignment]
    with pytest.raises(Superseded):
        one.grade(LOOPS, on_ending=unless_stopped, on_check=unless_stopped)
    assert time.monotonic() - began < 5, "the check may take ten seconds of CPU time"
    stopped.clear()
    assert one.grade().passed
    stopper.join()
