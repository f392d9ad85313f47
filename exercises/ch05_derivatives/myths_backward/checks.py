"""Hidden checks for myths_backward."""

from pathlib import Path

import pytest

from grader.checks.myths import read_questions

WHY = {
    "which_side": (
        "backward multiplies the Jacobian from the left: the vector has the output's shape, what arrives has the "
        "input's. A product with a vector of the input's shape is forward mode."
    ),
    "zeros_of_a_batch": (
        "The gradients of a batch have its size in front; the zeros that materialize_grads puts in for an unused "
        "input have the input's own shape, without it."
    ),
    "retain_is_not_create": (
        "retain_graph keeps the graph of y for another pass. Only create_graph=True records how the gradient itself "
        "was computed, and only then can it be differentiated."
    ),
    "create_graph_retains": (
        "retain_graph is as create_graph says unless you set it: the pass with create_graph=True keeps the graph, "
        "the next one, without it, frees it. autograd.grad fills no .grad."
    ),
    "kept_alive": (
        "retain_graph copies nothing, it puts off the release: exp keeps its result and sin its input, before and "
        "after that pass. sum keeps no tensor."
    ),
    "linear_penalty": (
        "The slope of a linear model is its weight, wherever x is: it depends on the weight and not on x, so asking "
        "for x raises, while the penalty's backward reaches the weight and not the bias."
    ),
    "once": (
        "once_differentiable puts an error into the graph that backward() runs into. autograd.grad runs only what "
        "leads to x, goes around the error, and leaves out what it stood for: 4 in place of 12."
    ),
    "rounding": (
        "round is an operation with slope 0: zeros arrive, not None. argmax gives integers, and they cut the graph."
    ),
    "grad_frees_too": (
        "autograd.grad walks and frees the graph as backward does; it returns the gradients in place of adding them "
        "to .grad."
    ),
    "no_path": (
        "An input that was not used is an error unless you ask for None (allow_unused) or zeros (materialize_grads); "
        "one that does not require grad is an error always."
    ),
    "eval_mode": (
        "eval() changes what layers such as dropout do, and nothing about gradients. It is no_grad that records "
        "no graph."
    ),
    "target_that_requires_grad": (
        "A target that requires grad gets a gradient of its own, and takes none from anyone else. One of the two "
        "sides must require grad, and both may."
    ),
    "vanishing": (
        "A vanishing gradient is a tensor of tiny numbers. None means something else: that no gradient was "
        "recorded at all."
    ),
    "gradcheck_outcomes": (
        "A failed gradcheck raises GradcheckError; it returns False only with raise_exception=False. In float32 a "
        "step of 1e-6 drowns in rounding, so right gradients fail too."
    ),
    "evaluations": (
        "gradcheck moves one element at a time, by +eps and by -eps, nothing at random: two calls an element. Only "
        "its fast mode moves all of them along a random direction."
    ),
    "at_the_kink": (
        "At a kink every operator has its convention: relu and abs take 0, leaky_relu the slope of its left side, "
        "maximum halves it. The central difference of relu is 0.5, so gradcheck fails there."
    ),
    "scalar_condition": (
        "The gradients of where are exact for a boolean condition of any shape. A float condition is refused before "
        "there is any gradient to check."
    ),
    "where_and_nan": (
        "Both branches are computed, and the one that was not chosen gets the gradient 0: times the infinite or NaN "
        "slope of sqrt that is NaN. A second where, on the input, keeps the bad points away."
    ),
    "where_broadcasts": (
        "where broadcasts its three operands like any arithmetic. What it does better: nothing of the other side "
        "comes through, while 0 * inf is NaN."
    ),
    "anomaly": (
        "Anomaly detection looks for NaN in gradients, not in values: the slope of log at -1 is -1, a number, "
        "although the value is NaN; that of sqrt is NaN."
    ),
}


@pytest.mark.visible
@pytest.mark.points(1)
@pytest.mark.parametrize("question", read_questions(Path(__file__).with_name("README.md"), WHY), ids=str)
def test_prediction(question, student):
    """Prediction"""
    question.check(student.ANSWERS)
