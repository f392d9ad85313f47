"""Predictions of what the snippets in the statement give."""

from typing import Any

ANSWERS: dict[str, Any] = {
    "which_side": ...,
    "zeros_of_a_batch": ...,
    "retain_is_not_create": ...,
    "create_graph_retains": ...,
    "kept_alive": ...,
    "linear_penalty": ...,
    "once": ...,
    "rounding": ...,
    "grad_frees_too": ...,
    "no_path": ...,
    "eval_mode": ...,
    "target_that_requires_grad": ...,
    "vanishing": ...,
    "gradcheck_outcomes": ...,
    "evaluations": ...,
    "at_the_kink": ...,
    "scalar_condition": ...,
    "where_and_nan": ...,
    "where_broadcasts": ...,
    "anomaly": ...,
}
