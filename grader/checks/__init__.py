"""The library that checks.py files import: assertions whose failures are facts, written for a student to read.

Lives on the judge's side of the trust boundary; works on handles to the sandbox and on local functions alike. May import
``grader.wire`` and ``grader.judge.remote``, nothing else of the grader.
"""

from grader.checks.close import assert_close
from grader.checks.errors import assert_raises_clearly
from grader.checks.finding import Facts, Finding
from grader.checks.gradients import assert_gradients
from grader.checks.inputs import make_inputs
from grader.checks.shapes import assert_shapes
from grader.checks.unchanged import assert_unchanged
from grader.checks.work import assert_allocates_at_most, assert_no_operator, assert_vectorised, count_operators

__all__ = [
    "Facts",
    "Finding",
    "assert_allocates_at_most",
    "assert_close",
    "assert_gradients",
    "assert_no_operator",
    "assert_raises_clearly",
    "assert_shapes",
    "assert_unchanged",
    "assert_vectorised",
    "count_operators",
    "make_inputs",
]
