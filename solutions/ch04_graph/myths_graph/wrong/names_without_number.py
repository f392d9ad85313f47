"""The number belongs to the class's name: it tells the overloads of an operation apart, `SumBackward0` from `SumBackward1`."""

import reference

FAILS = [
    "test_prediction[leaf]",
    "test_prediction[matmul]",
    "test_prediction[linear]",
    "test_prediction[sum_over_rows]",
    "test_prediction[in_place]",
    "test_prediction[order]",
]


def _shortened(value):
    if isinstance(value, tuple):
        return tuple(_shortened(part) for part in value)
    return value.rstrip("01") if isinstance(value, str) and "Backward" in value else value


ANSWERS = {id: _shortened(answer) for id, answer in reference.ANSWERS.items()}
