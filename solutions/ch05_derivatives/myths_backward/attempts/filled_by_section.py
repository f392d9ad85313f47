"""Right: the same answers, written into the dict section by section."""

E = "RuntimeError"
N = None
ANSWERS = {}

# products
ANSWERS["which_side"] = E, N, (41, 52, 63)
ANSWERS["zeros_of_a_batch"] = (5, 2), (2,)

# twice
ANSWERS["retain_is_not_create"] = False, E, True, 6 * 2
ANSWERS["create_graph_retains"] = 3 * 2.0**2, E, N
ANSWERS["kept_alive"] = 2, 2, 0
ANSWERS["linear_penalty"] = E, (2, 4, 6), N
ANSWERS["once"] = 12.0, 4.0, E
ANSWERS["rounding"] = (0, 0), True, False

# autograd.grad
ANSWERS["grad_frees_too"] = 6.0, E, N
ANSWERS["no_path"] = E, N, (0, 0), E
ANSWERS["eval_mode"] = N, (3, 5), E
ANSWERS["target_that_requires_grad"] = N, 4, -4
ANSWERS["vanishing"] = False, True, True

# gradcheck
ANSWERS["gradcheck_outcomes"] = "GradcheckError", False, True, "GradcheckError"
ANSWERS["evaluations"] = True, 10, 0
ANSWERS["at_the_kink"] = (0, 0, 0.25, 0.5), False, True

# where
ANSWERS["scalar_condition"] = True, True, True, E
ANSWERS["where_and_nan"] = (0, 0, 2), ("NaN", "NaN", 0.25), (0, 0, 0.25)
ANSWERS["where_broadcasts"] = (50, 40), 2, True, 0

# anomaly
ANSWERS["anomaly"] = N, E, True
