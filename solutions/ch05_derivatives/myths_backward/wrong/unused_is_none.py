"""None for an unused input is what allow_unused=True asks for; without it torch raises, and materialize_grads gives zeros."""

import reference

FAILS = ["test_prediction[no_path]", "test_prediction[linear_penalty]"]

ANSWERS = {
    **reference.ANSWERS,
    "no_path": (None, None, (0.0, 0.0), None),
    "linear_penalty": (None, (2.0, 4.0, 6.0), None),
}
