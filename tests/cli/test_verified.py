"""What `grade verify` prints: each problem once."""

import pytest

from grader.cli.verified import distinct

LOCAL = "wrong/a: test_one fails too: `f` raises ValueError: no. (seed 1)"
BOXED = "wrong/a: test_one fails too: Line 9 of your file raises `ValueError`."
MISSED = "wrong/a: test_two does not catch it (passed)"
STUB = "stub: test_one passes on the stub"
RIGHT = "solution: test_one fails on a right answer: `f` is wrong. (seed 1, 2, 3)"
BROKEN = "solution: test_one could not be graded: it does not work on the course's own solution either."
NONE_RAN = "solution: the checks can't be run: ModuleNotFoundError: No module named 'x'"
NOT_COLLECTED = "solution: The checks of ch1/a can't be collected: ModuleNotFoundError: No module named 'x'."


@pytest.mark.parametrize(
    ("told", "left"),
    [
        ([LOCAL, BOXED], [LOCAL]),
        ([BOXED], [BOXED]),
        ([LOCAL, BOXED.replace("wrong/a", "wrong/b")], [LOCAL, BOXED.replace("wrong/a", "wrong/b")]),
        ([LOCAL, BOXED.replace("test_one", "test_two")], [LOCAL, BOXED.replace("test_one", "test_two")]),
        ([RIGHT, BROKEN], [RIGHT]),
        ([f"{STUB} (seed 1)", STUB], [f"{STUB} (seed 1)"]),
        ([NONE_RAN, NOT_COLLECTED, LOCAL], [NONE_RAN, LOCAL]),
        ([NOT_COLLECTED, NONE_RAN], [NONE_RAN]),
        ([MISSED, LOCAL], [MISSED, LOCAL]),
    ],
)
def test_a_problem_that_process_and_sandbox_tell_is_told_once(told: list[str], left: list[str]) -> None:
    assert distinct(told) == left
