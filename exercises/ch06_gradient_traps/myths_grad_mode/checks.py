"""Hidden checks for myths_grad_mode."""

from pathlib import Path

import pytest

from grader.checks.myths import read_questions

WHY = {
    "which_writes_raise": (
        "exp and relu keep their result for backward, sin keeps its input, and + keeps nothing: only what is kept "
        "may not be overwritten."
    ),
    "layer_then_writes": (
        "In-place operations on a result are recorded like any others; neither the layer nor add_ needs the value "
        "that is overwritten."
    ),
    "parameter": (
        "A leaf that requires grad, and any view of it, refuses a write while autograd records; under no_grad it "
        "is allowed, which is how optimizers work."
    ),
    "copy_into": ("copy_ is differentiable: the gradient goes to the source, and what made the old values gets zeros."),
    "versions": (
        "A detached tensor shares the version and no_grad does not stop the count; writes through .data and NumPy "
        "go unseen."
    ),
    "detached_and_data": (
        "detach shares memory and version, so backward notices; .data shares the memory only, so backward "
        "computes with the wrong values and says nothing."
    ),
    "edited_through_numpy": (
        "Both factors of w * w are kept as references to the memory of w; NumPy changes it unseen, and the "
        "gradient is 2 · 100 instead of 6."
    ),
    "clip": (
        "np.clip makes a new array and leaves the old one alone; with out=a it writes into the memory that the "
        "tensor shares."
    ),
    "forced": (
        "On the CPU, numpy(force=True) only detaches and shares the memory, and cpu() gives the tensor itself; "
        "detach always makes a new object."
    ),
    "reading_a_value": (
        "item and tolist give plain numbers, whatever the graph; numpy and np.asarray refuse a tensor that "
        "requires grad."
    ),
    "not_a_leaf": (
        "A tensor on the way gets its gradient passed through and does not keep it, unless retain_grad() was "
        "called before."
    ),
    "through_a_frozen_layer": (
        "A result requires grad if any input does: the frozen layer gets no gradient for its weights and passes "
        "it on to x."
    ),
    "round_and_argmax": (
        "round is differentiable with the derivative 0, so the gradient is there and holds zeros; argmax gives "
        "whole numbers, which cannot require grad."
    ),
    "two_networks": (
        "detach stops the gradient before G; D's own parameters still require grad, so its output has a grad_fn "
        "until they are frozen too."
    ),
    "plain_attribute": (
        "Registration and autograd know nothing of each other: a plain tensor gets its gradient, and no optimizer "
        "and no state dict ever sees it."
    ),
    "leaves_again": (
        "What requires no grad is a leaf; a conversion is a recorded operation, so a converted parameter is none "
        "and its .grad stays empty, unless there was nothing to convert."
    ),
    "made_under_no_grad": (
        "no_grad stops the recording of operations; a leaf that is made with requires_grad=True, a parameter "
        "among them, requires grad all the same."
    ),
    "eval_is_not_no_grad": (
        "eval() switches dropout and batch norm and leaves autograd alone; no_grad stops autograd and leaves "
        "dropout alone."
    ),
    "inference_tensors": (
        "An inference tensor may take part in a computation, but it may not be saved for backward: a sum saves "
        "nothing, a product does; a clone made outside is an ordinary tensor."
    ),
    "frozen_statistics": (
        "Running statistics are buffers and move in train mode, whatever requires_grad says; and train() on the "
        "whole switches every part on again."
    ),
}


@pytest.mark.visible
@pytest.mark.points(1)
@pytest.mark.parametrize("question", read_questions(Path(__file__).with_name("README.md"), WHY), ids=str)
def test_prediction(question, student):
    """Prediction"""
    question.check(student.ANSWERS)
