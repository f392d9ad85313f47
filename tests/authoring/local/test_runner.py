"""Runs in process: what is found, how wild answers end, and that nothing of them is left."""

import os
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from grader.authoring.local.model import Answer, Run, Wish
from grader.authoring.local.runner import LocalRuns
from grader.authoring.tasks import Fate, KnownTask, MutantBatch, MutantTask
from tests.judge.conftest import Make, One

CHECKS = """
    import numpy as np
    import torch
    from answer import f

    def test_one(): assert f(1) == 2

    @pytest.mark.depends("test_one")
    def test_two(rng): assert f(2) == 3

    def test_tensor(student, seed, course_data):
        x = torch.ones(2)
        assert student.keep.f(x).remote.tolist() == [2, 2]
"""
RIGHT = "def f(x):\n    return x + 1\n"


def run(one: One, source: str, wish: Wish = Wish(), **options: float) -> Run:  # noqa: B008
    answer = Answer(one.exercise.id, source.encode())
    return LocalRuns(one.exercise, one.course).during(lambda runs: runs.run(answer, wish, **options))


def ends(run: Run) -> dict[str, str]:
    return {end.check: end.end for end in run.ends}


def test_a_right_answer_passes_with_every_seed(make: Make) -> None:
    found = run(make(CHECKS), RIGHT, Wish(seeds=(1, 2), threads=2))
    assert [(end.check, end.seed, end.end) for end in found.ends] == [
        (check, seed, "passed") for seed in (1, 2) for check in ("test_one", "test_two", "test_tensor")
    ]
    assert found.fault == ""


def test_what_depends_on_a_failing_check_is_skipped_and_the_rest_runs(make: Make) -> None:
    found = run(make(CHECKS), "def f(x):\n    return 2 if x is 2 else x + 2\n".replace("is", "=="))
    assert ends(found) == {"test_one": "failed", "test_two": "skipped", "test_tensor": "failed"}
    assert found.ends[0].said == "AssertionError: assert 3 == 2 + where 3 = f(1)"


def test_stopping_at_the_first_failure_in_the_order_that_is_asked(make: Make) -> None:
    wish = Wish(checks=("test_tensor", "test_two", "test_one"), stop=True)
    assert ends(run(make(CHECKS), "def f(x):\n    return 3\n", wish)) == {"test_tensor": "failed"}


@pytest.mark.parametrize(
    ("source", "end"),
    [
        ("def f(x):\n    while True: pass\n", "timeout"),
        ("import os\ndef f(x):\n    os._exit(0)\n", "crashed"),
        ("import os, signal\ndef f(x):\n    os.kill(os.getpid(), signal.SIGKILL)\n", "crashed"),
        ("import time\ndef f(x):\n    time.sleep(100)\n", "timeout"),
        ("def f(x):\n    raise KeyboardInterrupt\n", "failed"),
        ("def f(x):\n    raise SystemExit\n", "failed"),
        ("def f(x):\n    return bytearray(1 << 40)\n", "failed"),
    ],
)
def test_wild_answers_end(make: Make, source: str, end: str) -> None:
    wish = Wish(checks=("test_one",), stop=True, cpu_seconds={"test_one": 0.5})
    found = run(make(CHECKS), source, wish, quiet_seconds=3.0)
    assert ends(found) == {"test_one": end}


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("def f(x:", "can't be imported: SyntaxError"),
        ("raise SystemExit(3)", "can't be imported: SystemExit: 3"),
        ("import os\nos._exit(0)", "ends its process while it is imported"),
        ("def g(x): pass", "the checks can't be run: ImportError: cannot import name 'f'"),
    ],
)
def test_answers_that_cant_be_loaded_are_told(make: Make, source: str, says: str) -> None:
    found = run(make(CHECKS), source)
    assert found.ends == ()
    assert says in found.fault


def test_what_the_author_got_wrong_is_told_as_a_sentence(make: Make) -> None:
    one = make("from answer import f\n@pytest.mark.point(2)\ndef test_one(): assert f(1) == 2\n")
    assert run(one, RIGHT).fault.startswith("the checks can't be run: test_one: there is no mark 'point'.")


def test_hypothesis_libraries_are_loaded_once(make: Make) -> None:
    one = make("import wave\nfrom answer import f\ndef test_one(): assert f(1) == 2\n")
    assert "wave" in run(one, RIGHT).imported
    assert "wave" not in run(one, RIGHT).imported


WRITING = """
    import numpy as np
    import torch
    from answer import f

    def test_tensor(): f(torch.ones(3)[::3])
    def test_array(): f(np.ones(3))
    def test_list(): f([torch.ones(3)])
    @pytest.mark.changes_arguments
    def test_allowed(): f(torch.ones(3))
    def test_own(): f(f(torch.ones(3)) if CLEAN else made())
"""


def test_writing_into_arguments_fails_a_check(make: Make) -> None:
    checks = WRITING.replace("f(torch.ones(3)) if CLEAN else made()", "made()").replace(
        "from answer import f", "from answer import f\n    from fixtures import made"
    )
    one = make(checks, fixtures="import torch\ndef made():\n    return torch.ones(3)\n")
    writes = "def f(x):\n    (x[0] if isinstance(x, list) else x)[:] = 7\n    return x\n"
    assert ends(run(one, writes)) == {
        "test_tensor": "failed",
        "test_array": "failed",
        "test_list": "failed",
        "test_allowed": "passed",
        "test_own": "passed",  # made on the answer's side: its own to write into
    }
    assert run(one, writes).ends[0].said == "`f` writes into its arguments"
    assert set(ends(run(one, "def f(x):\n    return x\n")).values()) == {"passed"}


def test_counting_operators_sees_the_answer_alone(make: Make) -> None:
    checks = """
    from answer import f
    from grader.checks import count_operators

    def test_count():
        assert count_operators(f, torch.ones(3)) == {"aten::add": 1}
    """
    assert ends(run(make(checks), RIGHT)) == {"test_count": "passed"}


LEAVES = """
    import torch
    from answer import f

    def test_first(): f(1)
    def test_second(): assert torch.get_default_dtype() == torch.float32
"""
LEAVING = "import torch\ndef f(x):\n    torch.set_default_dtype(torch.float64)\n    return x\n"


def test_what_fails_only_after_other_checks_is_no_failure(make: Make) -> None:
    one = make(LEAVES)
    known = KnownTask(one.exercise.id, "x", Answer(one.exercise.id, LEAVING.encode()), Wish())
    believing = replace(known, wish=Wish(believed=("test_second",)))
    assert ends(run(one, LEAVING)) == {"test_first": "passed", "test_second": "failed"}
    assert ends(known.perform(one.course)) == {"test_first": "passed", "test_second": "passed"}
    assert ends(believing.perform(one.course)) == {"test_first": "passed", "test_second": "failed"}
    assert fates(one, LEAVING) == [Fate("", "passed")]


def fates(one: One, *sources: str) -> list[Fate]:
    names = tuple(ends(run(one, "def f(x):\n    return x + 1\n")))
    tasks = tuple(MutantTask(one.exercise.id, source.encode(), "f", names) for source in sources)
    return MutantBatch(one.exercise.id, tasks).perform(one.course)


def test_what_caught_another_course_s_mutants_is_not_asked_here(make: Make) -> None:
    """The exercise has the same name there, and a check that this one has not."""
    other = make("from answer import f\ndef test_one(): assert f(1) == 2\ndef test_elsewhere(): assert f(3) == 4\n")
    assert fates(other, "def f(x):\n    return x * 2\n")[0].killed_by == "test_elsewhere"
    here = make("from answer import f\ndef test_one(): assert f(1) == 2\n")
    assert fates(here, "def f(x):\n    return x * 2\n") == [Fate("", "passed")]


def test_mutants_are_killed_by_a_check_or_live(make: Make) -> None:
    one = make("from answer import f\ndef test_one(): assert f(1) == 2\ndef test_two(): assert f(3) == 4\n")
    found = fates(
        one, "def f(x):\n    return x * 2\n", "def f(x):\n    return 1 + x\n", "def f(x:", "def f(x):\n    return 2\n"
    )
    assert [(fate.killed_by, fate.killed) for fate in found] == [
        ("test_two", True),
        ("", False),
        ("", True),
        ("test_two", True),
    ]


def test_nothing_is_left(make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    pidfile = tmp_path / "pid"
    leaves = f"""
import os, subprocess
def f(x):
    open({str(pidfile)!r}, "w").write(str(subprocess.Popen(["sleep", "1000"]).pid))
    return x + 1
"""
    descriptors, threads = len(os.listdir("/proc/self/fd")), set(threading.enumerate())
    assert ends(run(make(CHECKS), leaves, Wish(checks=("test_one",)))) == {"test_one": "passed"}
    assert _ends_soon(int(pidfile.read_text()))
    assert [path for path in tmp_path.iterdir() if path.name.startswith("torchgrade-")] == []
    assert len(os.listdir("/proc/self/fd")) == descriptors
    assert set(threading.enumerate()) <= threads


def _ends_soon(pid: int) -> bool:
    """A killed process needs a moment on a busy machine."""
    for _ in range(200):
        if not _alive(pid):
            return True
        time.sleep(0.05)
    return False


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in ("Z", "X")
    except OSError:
        return False


def test_what_a_child_that_ended_did_not_come_to_runs_in_others(make: Make) -> None:
    checks = """
    from answer import f
    def test_one(): assert f(1) == 2
    @pytest.mark.depends("test_one")
    def test_two(): assert f(2) == 3
    def test_three(): assert f(3) == 4
    """
    one = make(checks)
    ending = f"import os\n{RIGHT}".replace("return", "return os._exit(1) if x == 1 else")
    known = KnownTask(one.exercise.id, "x", Answer(one.exercise.id, ending.encode()), Wish(seeds=(1, 2)))
    found = known.perform(one.course)
    assert {(end.seed, end.check, end.end) for end in found.ends} == {
        (seed, check, end)
        for seed in (1, 2)
        for check, end in [("test_one", "crashed"), ("test_two", "skipped"), ("test_three", "passed")]
    }
    assert ends(replace(known, wish=Wish(stop=True)).perform(one.course)) == {"test_one": "crashed"}


def test_an_answer_that_uses_other_exercises_and_a_reference(make: Make) -> None:
    one = make("from answer import f\ndef test_one(): assert f(1) == 2\n")
    answer = Answer(one.exercise.id, b"from reference import *\n", {"reference": RIGHT.encode()})
    work: Callable[[LocalRuns], Run] = lambda runs: runs.run(answer, Wish())  # noqa: E731
    assert ends(LocalRuns(one.exercise, one.course).during(work)) == {"test_one": "passed"}


WATCHED = """
    import torch
    from answer import f

    def test_own():
        torch.exp(torch.ones(2)) @ torch.ones(2)

    def test_answer():
        f(torch.ones(2, requires_grad=True)).sum().backward()
"""
IN_BACKWARD = """
import torch

class F(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x): return x * 1
    @staticmethod
    def backward(ctx, g): return torch.mv(torch.eye(2), g)

f = F.apply
"""


@pytest.mark.parametrize(
    ("source", "forbidden"),
    [
        ("def f(x): return x * 2\n", False),
        ("import torch\ndef f(x): return torch.exp(x)\n", True),
        ("from torch import exp\ndef f(x): return exp(x)\n", True),
        ("def f(x): return x.new_ones(2, 2) @ x\n", True),
        (IN_BACKWARD, True),
        ("def f(x):\n    import statistics\n    return x * 2\n", True),
    ],
)
def test_what_is_forbidden_is_seen_when_the_answer_does_it(make: Make, source: str, forbidden: bool) -> None:
    watch = (("aten::mv",), ("torch.exp",), ("statistics",))
    found = run(make(WATCHED), source, Wish(watch=watch))
    assert (ends(found), found.forbidden) == ({"test_own": "passed", "test_answer": "passed"}, forbidden)
    assert run(make(WATCHED), source).forbidden is False
