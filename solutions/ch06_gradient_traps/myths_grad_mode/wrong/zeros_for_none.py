"""Where a path is cut there is no gradient, None; where its derivative is 0 there is one, of zeros. You have the two mixed up."""

import reference

FAILS = ["test_prediction[copy_into]", "test_prediction[round_and_argmax]"]

ANSWERS = {
    **reference.ANSWERS,
    "copy_into": (None, (3.0, 3.0)),
    "round_and_argmax": (None, False),
}
