"""The library that checks.py files import: assertions whose failures are facts, written for a student to read.

Lives on the judge's side of the trust boundary; works on handles to the sandbox and on local functions alike. May
import ``grader.wire`` and ``grader.judge.remote``, nothing else of the grader.
"""

from grader.checks.boundaries import decision_boundary
from grader.checks.close import assert_close
from grader.checks.convergence import assert_converges
from grader.checks.determinism import assert_deterministic, assert_repeatable
from grader.checks.digits import side_by_side
from grader.checks.errors import assert_raises_clearly
from grader.checks.finding import Facts, Finding
from grader.checks.gradients import assert_gradients
from grader.checks.graph import assert_leaves_no_graph
from grader.checks.graphs import autograd_graph
from grader.checks.independence import assert_batch_independent, assert_causal, assert_equivariant
from grader.checks.inputs import make_inputs
from grader.checks.layouts import memory_layout
from grader.checks.maps import attention_map, difference
from grader.checks.matches import assert_matches
from grader.checks.memory import assert_copies, assert_is_view, assert_same_object, assert_shares_memory
from grader.checks.modules import assert_all_parameters_get_gradients, assert_state_roundtrip, assert_train_eval_differ
from grader.checks.rasters import images
from grader.checks.shapes import assert_shapes
from grader.checks.showing import show
from grader.checks.unchanged import assert_unchanged
from grader.checks.work import assert_allocates_at_most, assert_no_operator, assert_vectorised, count_operators

__all__ = [
    "Facts",
    "Finding",
    "assert_all_parameters_get_gradients",
    "assert_allocates_at_most",
    "assert_batch_independent",
    "assert_causal",
    "assert_close",
    "assert_converges",
    "assert_copies",
    "assert_deterministic",
    "assert_equivariant",
    "assert_gradients",
    "assert_is_view",
    "assert_leaves_no_graph",
    "assert_matches",
    "assert_no_operator",
    "assert_raises_clearly",
    "assert_repeatable",
    "assert_same_object",
    "assert_shapes",
    "assert_shares_memory",
    "assert_state_roundtrip",
    "assert_train_eval_differ",
    "assert_unchanged",
    "assert_vectorised",
    "attention_map",
    "autograd_graph",
    "count_operators",
    "decision_boundary",
    "difference",
    "images",
    "make_inputs",
    "memory_layout",
    "show",
    "side_by_side",
]
