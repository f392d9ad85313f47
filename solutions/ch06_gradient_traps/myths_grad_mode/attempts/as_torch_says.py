"""Right: what torch 2.13 gives, as literals."""

from typing import Any

ANSWERS: dict[str, Any] = {
    "which_writes_raise": ("RuntimeError", None, "RuntimeError", None),
    "layer_then_writes": ("ReluBackward0", None),
    "parameter": (("RuntimeError", "RuntimeError"), None, True, 1.0),
    "copy_into": ((0.0, 0.0), (3.0, 3.0)),
    "versions": 2,
    "detached_and_data": ("RuntimeError", (5.0, 5.0)),
    "edited_through_numpy": (None, 200.0),
    "clip": ((-1.0, 2.0), (0.0, 1.0)),
    "forced": (5.0, True, False),
    "reading_a_value": (2.0, "RuntimeError", 2.0, "RuntimeError"),
    "not_a_leaf": (None, (1.0, 1.0), (5.0, 5.0)),
    "through_a_frozen_layer": (True, False, True),
    "round_and_argmax": ((0.0, 0.0), False),
    "two_networks": ((False, True, False), True),
    "plain_attribute": (0, 0, 4.0),
    "leaves_again": (True, False, True),
    "made_under_no_grad": (False, True, True, False),
    "eval_is_not_no_grad": (None, False, 0.0),
    "inference_tensors": (4.0, "RuntimeError", 2.0),
    "frozen_statistics": (0.2, True),
}
