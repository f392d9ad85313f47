"""0 times an infinite slope is NaN, not 0: the branch that where does not choose still takes part in the backward."""

import reference

FAILS = ["test_prediction[where_and_nan]", "test_prediction[where_broadcasts]"]

ANSWERS = {
    **reference.ANSWERS,
    "where_and_nan": ((0.0, 0.0, 2.0), (0.0, 0.0, 0.25), (0.0, 0.0, 0.25)),
    "where_broadcasts": ((50, 40), 2.0, False, 0.0),
}
