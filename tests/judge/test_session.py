"""Grading one exercise from end to end: who passes, whose fault it is, what counts."""

import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from grader.faults import AuthorFault
from grader.submission import Notice, Submission
from grader.verdict import Cause, Owner
from tests.judge.conftest import Make, causes
from tests.support.forked_worker import ForkedWorker

PLAIN = """
    from answer import f

    @pytest.mark.points(3)
    def test_values():
        "Adds one"
        assert f(1) == 2

    def test_types():
        "Gives back an int"
        assert type(f(2)) is int
"""


def test_the_reference_gets_everything(make: Make) -> None:
    result = make(PLAIN).grade()
    assert causes(result) == {"test_values": "passed", "test_types": "passed"}
    assert (result.points, result.max_points, result.passed) == (4, 4, True)
    assert [check.points for check in result.checks] == [3, 1]
    assert [check.title for check in result.checks] == ["Adds one", "Gives back an int"]


def test_partial_credit_survives_a_failing_check(make: Make) -> None:
    result = make(PLAIN).grade("def f(x): return 2 * x")
    assert causes(result) == {"test_values": "passed", "test_types": "passed"}
    result = make(PLAIN).grade("def f(x): return 5")
    assert causes(result) == {"test_values": "failed", "test_types": "passed"}
    assert (result.points, result.max_points) == (1, 4)


def test_every_check_starts_from_a_fresh_module(make: Make) -> None:
    one = make("""
        from answer import f
        def test_a(): assert f(1) == 1
        def test_b(): assert f(1) == 1
    """)
    assert one.grade("n = 0\ndef f(x):\n    global n\n    n += 1\n    return n").passed
    assert len(one.sandbox.opened) == 3  # one that only imports, and one a check


def test_a_crash_costs_its_check_alone(make: Make) -> None:
    result = make(PLAIN).grade("import os\ndef f(x):\n    if x == 1: os._exit(0)\n    return x + 1")
    assert causes(result) == {"test_values": "exited", "test_types": "passed"}


@pytest.mark.parametrize(
    ("source", "cause"),
    [
        ("def f(x): raise ValueError('no')", "raised"),
        ("def f(x): raise NotImplementedError", "not_implemented"),
        ("def g(x): return x", "missing"),
        ("def f(x): return 3", "failed"),
        ("def f(x): assert x == 5", "raised"),
        ("def f(x): raise SystemExit", "exited"),
        ("import sys\ndef f(x): sys.exit(0)", "exited"),
        ("import os\ndef f(x): os._exit(0)", "exited"),
        ("import os\ndef f(x): os.kill(os.getpid(), 9)", "exited"),
        ("def f(x): raise KeyboardInterrupt", "raised"),
        ("def f(x): raise GeneratorExit", "raised"),
        ("def f(x): raise StopIteration", "raised"),
        ("import unittest\ndef f(x): raise unittest.SkipTest('skip me')", "raised"),
        ("class Passed(BaseException): pass\ndef f(x): raise Passed", "raised"),
        ("def f(x): return f(x)", "raised"),
        ("def f(): return 2", "raised"),
        ("import torch\ndef f(x): return torch.ones(10**15)", "memory"),
        ("def f(x): raise MemoryError", "memory"),
    ],
)
def test_how_a_student_can_fail(make: Make, source: str, cause: str) -> None:
    check = make("from answer import f\ndef test_a(): assert f(1) == 2").only(source)
    assert check.cause.value == cause
    assert check.owner is Owner.STUDENT
    assert check.points == 0
    assert check.feedback is not None
    assert len(check.feedback.headline) > 20


@pytest.mark.parametrize(
    ("source", "cause", "says"),
    [
        ("def f(x: return x", "import_error", "SyntaxError"),
        ("import no_such_package_here", "import_error", "no_such_package_here"),
        ("raise RuntimeError('at import')", "import_error", "at import"),
        ("import sys; sys.exit(0)", "import_error", "SystemExit"),
        ("import os; os._exit(0)", "exited", "while your file was imported, so no check could run"),
        ("raise NotImplementedError", "import_error", "NotImplementedError"),
        ("import answer_that_is_not_there.deep", "import_error", "answer_that_is_not_there"),
    ],
)
def test_a_module_that_does_not_load_is_told_once(make: Make, source: str, cause: str, says: str) -> None:
    one = make(PLAIN)
    result = one.grade(source)
    assert set(causes(result).values()) == {cause}
    assert result.notice is not None
    assert says in result.notice.headline
    assert (result.points, result.max_points) == (0, 4)
    assert len(one.sandbox.opened) == 1


def test_what_is_not_there_gets_its_notice_and_no_worker(make: Make) -> None:
    one = make(PLAIN)
    notice = Notice(Cause.MISSING, "`answer.py` was not handed in.")
    for submission in (Submission(None, {}, {one.exercise.id: notice}), Submission(None)):
        one.submission = lambda source, submission=submission: submission  # type: ignore[method-assign,misc]
        result = one.grade()
        assert set(causes(result).values()) == {"missing"}
        assert result.notice is not None
        assert result.notice.headline == notice.sentence
    assert one.sandbox.opened == []


def test_swallowing_the_loss_of_the_worker_is_no_pass(make: Make) -> None:
    check = make("""
        from answer import f
        def test_a():
            try: f(1)
            except BaseException: pass
    """).only("import os\ndef f(x): os._exit(0)")
    assert check.cause is Cause.EXITED


def test_a_failing_teardown_is_no_pass(make: Make) -> None:
    one = make("""
        from answer import f
        @pytest.fixture
        def later():
            yield
            assert f(2) == 3
        def test_a(later): assert f(1) == 2
    """)
    assert one.only().cause is Cause.PASSED
    assert one.only("def f(x): return 2").cause is Cause.FAILED


def test_module_scoped_fixtures_are_made_anew_for_every_check(make: Make) -> None:
    one = make("""
        from answer import f
        @pytest.fixture(scope="module")
        def made(): return f(1)
        @pytest.mark.parametrize("n", [1, 2])
        def test_a(made, n): assert made == 2
    """)
    assert one.grade().passed


# Dependencies.

DEPENDING = """
    from answer import f
    @pytest.mark.depends("test_base")
    def test_later(): assert f(2) == 3
    @pytest.mark.parametrize("n", [1, 2])
    def test_base(n): assert f(n) == n + 1
    @pytest.mark.depends("test_base")
    @pytest.mark.parametrize("n", [1, 2])
    def test_case(n): assert f(n) == n + 1
    @pytest.mark.depends("test_later")
    def test_last(): pass
"""


def test_a_check_is_skipped_when_one_that_it_depends_on_failed(make: Make) -> None:
    result = make(DEPENDING).grade("def f(x): return 2 if x == 1 else 0")
    assert causes(result) == {
        "test_later": "skipped",
        "test_base[1]": "passed",
        "test_base[2]": "failed",
        "test_case[1]": "passed",
        "test_case[2]": "skipped",
        "test_last": "skipped",
    }
    assert result.checks[0].feedback is not None
    assert "has to pass first" in result.checks[0].feedback.headline


def test_checks_are_reported_in_the_order_of_the_file(make: Make) -> None:
    assert list(causes(make(DEPENDING).grade())) == [
        "test_later", "test_base[1]", "test_base[2]", "test_case[1]", "test_case[2]", "test_last",
    ]  # fmt: skip


def test_what_could_not_be_graded_stands_in_nobodys_way(make: Make) -> None:
    result = make("""
        from answer import f
        @pytest.mark.skipif(True, reason="not on this machine")
        def test_base(): pass
        @pytest.mark.depends("test_base")
        def test_later(): assert f(2) == 3
    """).grade()
    assert causes(result) == {"test_base": "not_run", "test_later": "passed"}
    assert (result.points, result.max_points) == (2, 2)


# The three owners.


def test_a_check_that_raises_on_the_reference_too_is_the_authors(make: Make) -> None:
    result = make("""
        from answer import f
        def test_broken():
            f(1)
            {}["key"]
        def test_good(): assert f(1) == 2
    """).grade("def f(x): return 2")
    assert causes(result) == {"test_broken": "broken_check", "test_good": "passed"}
    broken = result.checks[0]
    assert broken.owner is Owner.AUTHOR
    assert broken.instructor is not None
    assert "KeyError" in broken.instructor.traceback
    assert (result.points, result.max_points) == (2, 2)


@pytest.mark.parametrize("source", ["def f(x): return None", "def f(x): return 'no'", "def f(x): return [1]"])
def test_what_the_check_can_not_use_is_the_students(make: Make, source: str) -> None:
    check = make("from answer import f\ndef test_a(): assert f(1) + 1 == 3").only(source)
    assert (check.cause, check.owner) == (Cause.FAILED, Owner.STUDENT)
    assert check.feedback is not None
    assert "could not be used" in check.feedback.headline


def test_the_reference_is_not_run_where_nothing_is_in_doubt(make: Make) -> None:
    one = make("from answer import f\ndef test_a(): assert f(1) == 2")
    one.only("def f(x): return 3")
    assert len(one.sandbox.opened) == 2


def test_without_a_reference_a_doubtful_check_is_no_pass(make: Make) -> None:
    one = make("from answer import f\ndef test_a(): assert f(1) + 1 == 3")
    one.exercise.reference.unlink()
    assert one.only("def f(x): return None").cause is Cause.FAILED


def test_a_check_that_skips_itself_is_no_way_out(make: Make) -> None:
    one = make("""
        from answer import f
        def test_a():
            if f(1) is None: pytest.skip("optional")
            assert f(1) == 2
    """)
    assert one.only("def f(x): return None").cause is Cause.FAILED
    both = make("from answer import f\ndef test_a(): pytest.skip('nowhere')")
    assert both.only("def f(x): return None").cause is Cause.NOT_RUN


def test_what_the_machine_breaks_once_is_tried_again(make: Make) -> None:
    one = make("from answer import f\ndef test_a(): assert f(1) == 2")
    one.sandbox.open_failures = 1
    assert one.only().cause is Cause.PASSED
    one.sandbox.lost_workers = 1
    assert one.only().cause is Cause.PASSED


def test_what_the_machine_breaks_twice_is_not_graded(make: Make) -> None:
    one = make("from answer import f\ndef test_a(): assert f(1) == 2")
    one.sandbox.open_failures = 2
    result = one.grade()
    assert (result.points, result.max_points) == (0, 0)
    assert result.checks[0].owner is Owner.INFRASTRUCTURE
    assert result.checks[0].feedback is not None
    assert re.search(r"Tell your instructor: reference [0-9a-f]{4}\.$", result.checks[0].feedback.headline)
    one.sandbox.lost_workers = 2
    assert one.only().cause is Cause.INFRASTRUCTURE


@pytest.mark.parametrize(
    ("checks", "says"),
    [
        ("", "holds no check"),
        ("import no_such_module_anywhere", "can't be collected"),
        ("def test_a(:", "can't be collected"),
        ("1 / 0", "ZeroDivisionError"),
        ("from answer import f\nf(1)", "can't be collected"),
        ("@pytest.mark.depends('test_b')\ndef test_a(): pass", "no check of this exercise"),
        ("@pytest.mark.point(1)\ndef test_a(): pass", "Did you mean points"),
        ("@pytest.mark.parametrize('n', [])\ndef test_a(n): pass", "can't be collected"),
        ("@pytest.mark.points(0)\ndef test_a(): pass", "worth a point"),
    ],
)
def test_checks_that_can_not_be_are_the_authors_fault(make: Make, checks: str, says: str) -> None:
    with pytest.raises(AuthorFault, match=says):
        make(checks).grade()


def test_an_authors_fault_costs_no_other_exercise(make: Make) -> None:
    report = make("def test_a(:").report()
    (exercise,) = report.exercises
    assert exercise.checks[0].owner is Owner.AUTHOR
    assert (exercise.points, exercise.max_points, exercise.passed) == (0, 0, False)
    assert exercise.checks[0].instructor is not None
    assert "can't be collected" in exercise.checks[0].instructor.traceback


# Marks, fixtures, seeds.


def test_without_a_gpu_its_checks_are_not_run_and_not_counted(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    one = make("""
        from answer import f
        @pytest.mark.needs_gpu
        @pytest.mark.points(3)
        def test_gpu(): assert False
        def test_cpu(device): assert device == "cpu" and f(1) == 2
    """)
    monkeypatch.setattr("torch.cuda.is_available", lambda: True)
    assert causes(one.grade()) == {"test_gpu": "not_run", "test_cpu": "passed"}
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    result = one.grade()
    assert causes(result) == {"test_gpu": "not_run", "test_cpu": "passed"}
    assert (result.points, result.max_points) == (1, 1)
    assert result.checks[0].feedback is not None
    assert "no GPU" in result.checks[0].feedback.headline


def test_a_timeout_is_the_wall_limit_of_its_check(make: Make) -> None:
    one = make("from answer import f\n@pytest.mark.timeout(77)\ndef test_a(): pass\ndef test_b(): pass")
    one.grade()
    assert [limits.wall_seconds == 77 for limits in one.sandbox.opened] == [False, True, False]


def test_fixtures(make: Make) -> None:
    one = make(
        """
        import answer as whole
        from fixtures import double
        def test_a(student, seed, rng, device, course_data):
            assert student.f(1) == whole.f(1) == 2
            assert 0 <= seed < 2**32
            assert torch.rand(2, generator=rng).shape == (2,)
            assert double(2) == 4
            assert course_data("words") == "hidden words"
        """,
        fixtures="def double(x): return 2 * x",
    )
    one.course.data_folder.mkdir()
    (one.course.data_folder / "words.txt").write_text("hidden words")
    check = one.only()
    assert check.cause is Cause.PASSED, check


DRAWING = """
    import random, numpy
    from answer import f
    @pytest.mark.parametrize("n", [1, 2])
    def test_a(n, rng, seed):
        drawn = float(torch.rand((), generator=rng)), float(torch.rand(())), random.random(), numpy.random.rand(), seed
        raise AssertionError(" ".join(map(str, drawn)))
    def test_b(rng): raise AssertionError(str(float(torch.rand((), generator=rng))))
"""


def drawn(one: Any, **options: Any) -> dict[str, str]:
    return {check.id: check.feedback.headline for check in one.grade(**options).checks}


def test_inputs_depend_on_the_seed_and_the_check_alone(make: Make) -> None:
    one = make(DRAWING)
    first = drawn(one, seed=5)
    assert drawn(one, seed=5) == first
    assert drawn(one, seed=5, only=["test_b"]) == {"test_b": first["test_b"]}
    assert len(set(first.values())) == 3
    assert not set(drawn(one, seed=6).values()) & set(first.values())


def test_the_seed_is_drawn_after_the_module_loaded(make: Make, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    one = make("from answer import f\ndef test_a(): pass")
    mark = tmp_path / "loaded"
    when: list[bool] = []

    def draw() -> int:
        when.append(mark.exists())
        return 11

    monkeypatch.setattr("grader.judge.seeds.draw", draw)
    report = one.report(f"open({str(mark)!r}, 'w').close()\ndef f(x): return x\n")
    assert when == [True]
    assert report.seed == 11


def test_while_a_check_runs_the_next_ones_worker_imports_the_module(make: Make, tmp_path: Path) -> None:
    """Each import leaves a mark; a check waits for the mark of the one after it, and the last one for none."""
    marks = tmp_path / "marks"
    marks.mkdir()
    one = make(f"""
        import pathlib, time
        from answer import f
        def seen(number):
            end = time.monotonic() + 20
            while len(list(pathlib.Path({str(marks)!r}).iterdir())) < number and time.monotonic() < end:
                time.sleep(0.01)
            return len(list(pathlib.Path({str(marks)!r}).iterdir()))
        def test_a(): assert seen(3) == 3 and f(1) == 1
        def test_b(): assert seen(4) == 4 and f(1) == 1
        def test_c(): assert seen(4) == 4 and f(1) == 1
    """)
    result = one.grade(f"import tempfile\ntempfile.mkstemp(dir={str(marks)!r})\ndef f(x): return x\n")
    assert causes(result) == {"test_a": "passed", "test_b": "passed", "test_c": "passed"}
    assert len(one.sandbox.opened) == 4  # one that only imports, and one a check


def test_a_worker_that_was_made_ready_for_a_check_that_is_not_run_is_ended(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = make("""
        from answer import f
        def test_a(): assert f(1) == 2
        @pytest.mark.depends("test_a")
        def test_b(): pass
    """)
    workers: list[ForkedWorker] = []

    def forked() -> ForkedWorker:
        workers.append(ForkedWorker())
        return workers[-1]

    monkeypatch.setattr("tests.judge.conftest.ForkedWorker", forked)
    assert causes(one.grade("def f(x): return x\n")) == {"test_a": "failed", "test_b": "skipped"}
    assert len(workers) == 3
    for worker in workers:
        with pytest.raises(ProcessLookupError):
            os.kill(worker.pid, 0)


def test_a_given_seed_is_in_the_report(make: Make) -> None:
    report = make("from answer import f\ndef test_a(): pass").report(seed=3)
    assert report.seed == 3
    assert report.libraries.keys() >= {"python", "torch", "numpy"}
    assert report.sandbox.driver == "forked"
    assert report.student == "ann"
    assert report.exercises[0].submission_sha256 is not None


def test_only_names_checks_by_function_or_case(make: Make) -> None:
    one = make(DEPENDING)
    told: list[str] = []
    result = one.grade(only=["test_case[1]", "test_later"], on_check=lambda check: told.append(check.id))
    assert list(causes(result)) == ["test_later", "test_case[1]"]
    assert set(told) == {"test_later", "test_case[1]"}


def test_every_check_is_told_as_it_ends(make: Make) -> None:
    told: list[str] = []
    make(PLAIN).grade(on_check=lambda check: told.append(check.id))
    assert told == ["test_values", "test_types"]


def test_an_exception_of_the_callback_comes_out(make: Make) -> None:
    def stop(check: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make(PLAIN).grade(on_check=stop)
    assert "answer" not in sys.modules


# Files of other courses.


def test_classes_unittest_cases_raises_and_hypothesis_run_unchanged(make: Make) -> None:
    result = make("""
        import unittest
        import answer
        from answer import f
        from hypothesis import given, strategies as st

        class TestF:
            def setup_method(self): self.one = 1
            def test_x(self): assert f(self.one) == 2

        class Case(unittest.TestCase):
            def setUp(self): self.two = 2
            def test_y(self): self.assertEqual(answer.f(self.two), 3)
            def test_z(self):
                with self.assertRaises(TypeError): f("a")

        @given(st.integers(-100, 100))
        def test_generated(n): assert f(n) == n + 1

        def test_raises():
            with pytest.raises(TypeError): f("a")
    """)
    assert set(causes(result.grade()).values()) == {"passed"}
    assert causes(result.grade("def f(x): return x if x == 2 else 2")) == {
        "TestF::test_x": "passed",
        "Case::test_y": "failed",
        "Case::test_z": "failed",
        "test_generated": "failed",
        "test_raises": "failed",
    }


def test_checks_that_are_asked_for_first_run_first(make: Make) -> None:
    told: list[str] = []
    one = make("""
        from answer import f
        def test_a(): assert f(1) == 1
        def test_b(): assert f(1) == 1
        @pytest.mark.depends("test_b")
        def test_c(): assert f(1) == 1
    """)
    result = one.grade("def f(x): return x", first=["test_c"], on_check=lambda check: told.append(check.id))
    assert told == ["test_b", "test_c", "test_a"]
    assert [check.id for check in result.checks] == ["test_a", "test_b", "test_c"]  # the report keeps the file's order


def test_an_ending_is_told_before_a_hint_is_looked_for(make: Make) -> None:
    told: list[tuple[str, str, Cause]] = []
    make(PLAIN).grade(
        "def f(x): return 5",
        on_ending=lambda check: told.append(("ending", check.id, check.cause)),
        on_check=lambda check: told.append(("check", check.id, check.cause)),
    )
    assert told == [
        ("ending", "test_values", Cause.FAILED),
        ("check", "test_values", Cause.FAILED),
        ("ending", "test_types", Cause.PASSED),
        ("check", "test_types", Cause.PASSED),
    ]


IN_TURN = """
    import numpy as np
    import random
    from answer import f

    def test_in_turn():
        torch.manual_seed(3); np.random.seed(3); random.seed(3)
        found = [*numbers(), *f(1), *numbers(), *f(2)]
        torch.manual_seed(3); np.random.seed(3); random.seed(3)
        assert found == [*numbers(), *numbers(), *numbers(), *numbers()]

    def numbers():
        return [torch.randn(1).item(), np.random.rand(), random.random()]
"""
DRAWS = """
import random, numpy, torch
def f(x):
    return [torch.randn(1).item(), numpy.random.rand(), random.random()]
"""


def test_an_imported_suite_shares_its_random_state_with_the_code(make: Make) -> None:
    assert make(IN_TURN, DRAWS, settings='rng = "shared"\n').grade().passed
    assert causes(make(IN_TURN, DRAWS).grade()) == {"test_in_turn": "failed"}


def test_code_that_ends_before_the_state_is_shared_is_told_as_ended(make: Make) -> None:
    one = make("from answer import f\ndef test_it(): f(1)", settings='rng = "shared"\n')
    ends = "import threading, os\nthreading.Timer(0.05, os._exit, [3]).start()\ndef f(x): return x\n"
    for _ in range(3):
        assert causes(one.grade(ends)) in ({"test_it": "exited"}, {"test_it": "passed"})
    wild = "import grader.wire.peer as p\np.Peer._answer = lambda *_: __import__('os')._exit(3)\ndef f(x): return x\n"
    assert causes(one.grade(wild)) == {"test_it": "exited"}
