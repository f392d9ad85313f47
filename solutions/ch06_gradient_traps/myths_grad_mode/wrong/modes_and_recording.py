"""eval and train switch layers, no_grad and inference_mode switch autograd: neither does the other's work."""

import reference

FAILS = ["test_prediction[eval_is_not_no_grad]", "test_prediction[frozen_statistics]"]

ANSWERS = {
    **reference.ANSWERS,
    "eval_is_not_no_grad": ("RuntimeError", True, 3.0),
    "frozen_statistics": (0.0, False),
}
