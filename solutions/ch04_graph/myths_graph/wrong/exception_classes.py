"""You wrote the exception's class; the exercise asks for its name, as a string: "RuntimeError"."""

import reference

FAILS = [
    "test_prediction[saved]",
    "test_prediction[call_a_node]",
    "test_prediction[which_may]",
    "test_prediction[keyword]",
    "test_prediction[shape_of_the_gradient]",
    "test_prediction[twice]",
]


CLASSES = {kind.__name__: kind for kind in (AttributeError, RuntimeError, TypeError)}


def _as_classes(value):
    if isinstance(value, tuple):
        return tuple(_as_classes(part) for part in value)
    return CLASSES.get(value, value)


ANSWERS = {id: _as_classes(answer) for id, answer in reference.ANSWERS.items()}
