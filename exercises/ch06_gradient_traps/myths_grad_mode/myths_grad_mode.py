"""Predictions of what the snippets in the statement give."""

from typing import Any

ANSWERS: dict[str, Any] = {
    "which_writes_raise": ...,
    "layer_then_writes": ...,
    "parameter": ...,
    "copy_into": ...,
    "versions": ...,
    "detached_and_data": ...,
    "edited_through_numpy": ...,
    "clip": ...,
    "forced": ...,
    "reading_a_value": ...,
    "not_a_leaf": ...,
    "through_a_frozen_layer": ...,
    "round_and_argmax": ...,
    "two_networks": ...,
    "plain_attribute": ...,
    "leaves_again": ...,
    "made_under_no_grad": ...,
    "eval_is_not_no_grad": ...,
    "inference_tensors": ...,
    "frozen_statistics": ...,
}
