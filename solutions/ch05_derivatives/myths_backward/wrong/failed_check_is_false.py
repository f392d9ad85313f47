"""gradcheck raises GradcheckError when gradients are wrong; False comes only with raise_exception=False."""

import reference

FAILS = ["test_prediction[gradcheck_outcomes]", "test_prediction[scalar_condition]"]

ANSWERS = {
    **reference.ANSWERS,
    "gradcheck_outcomes": (False, False, True, False),
    "scalar_condition": (True, True, True, False),
}
