"""Right: whole numbers for floats, in another order, and a plain dict."""

ANSWERS = {
    "anomaly": (None, "RuntimeError", True),
    "where_broadcasts": ((50, 40), 2, True, 0),
    "where_and_nan": ((0, 0, 2), ("NaN", "NaN", 0.25), (0, 0, 0.25)),
    "scalar_condition": (True, True, True, "RuntimeError"),
    "at_the_kink": ((0, 0, 0.25, 0.5), False, True),
    "evaluations": (True, 10, 0),
    "gradcheck_outcomes": ("GradcheckError", False, True, "GradcheckError"),
    "vanishing": (False, True, True),
    "target_that_requires_grad": (None, 4, -4),
    "eval_mode": (None, (3, 5), "RuntimeError"),
    "no_path": ("RuntimeError", None, (0, 0), "RuntimeError"),
    "grad_frees_too": (6, "RuntimeError", None),
    "rounding": ((0, 0), True, False),
    "once": (12, 4, "RuntimeError"),
    "linear_penalty": ("RuntimeError", (2, 4, 6), None),
    "kept_alive": (2, 2, 0),
    "create_graph_retains": (12, "RuntimeError", None),
    "retain_is_not_create": (False, "RuntimeError", True, 12),
    "zeros_of_a_batch": ((5, 2), (2,)),
    "which_side": ("RuntimeError", None, (41, 52, 63)),
}
