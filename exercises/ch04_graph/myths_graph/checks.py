"""Hidden checks for myths_graph."""

from pathlib import Path

import pytest

from grader.checks.myths import read_questions

WHY = {
    "leaf": "A leaf's grad_fn is None. Its AccumulateGrad node hangs on what was computed from it.",
    "node_classes": (
        "A built-in node is a C++ object that passes for an `autograd.graph.Node`. Neither it nor the node of a "
        "custom Function is an `autograd.Function`, and it has no `apply`: it is called."
    ),
    "next_functions": (
        "Each entry is a pair of a node and the number of its input; an operand that needs no gradient has the "
        "entry (None, 0), it is not left out."
    ),
    "leaves": (
        "A leaf is what no recorded operation made: parameters, and everything that does not require grad. So "
        "`is_leaf` and `grad_fn is None` do not say that a tensor gets a gradient; `requires_grad` does."
    ),
    "matmul": (
        "`@` picks the operation by the number of dimensions and that one is recorded; a batch is reshaped for "
        "bmm and back, so its last node is a view."
    ),
    "linear": (
        "The graph knows operations, not modules: a matrix with bias is one addmm, without bias one mm, and more "
        "dimensions are flattened before and viewed after."
    ),
    "sum_over_rows": (
        "The numbers tell the overloads of an operation apart. The node of a sum spreads what arrives over the "
        "shape of its input before it passes it on."
    ),
    "in_place": (
        "An in-place operation gives the tensor a new grad_fn, and that of every view of it is made anew, as a "
        "strided view of the changed tensor."
    ),
    "saved": (
        "Built-in nodes show what they keep as `_saved_…`, a plain number among it; `saved_tensors` is for nodes "
        "of your own Functions."
    ),
    "call_a_node": (
        "A built-in node has no `backward`; it can be called, runs alone, and gives its inputs' gradients without "
        "filling any `.grad`."
    ),
    "which_may": (
        "Without an argument the tensor needs exactly one element, whatever its number of dimensions; with a "
        "gradient of its own shape any tensor will do."
    ),
    "two_complaints": (
        "Whether it requires grad is asked first: a tensor outside of every graph complains about that, one with "
        "several elements inside a graph about the missing gradient."
    ),
    "implicit_gradient": "The gradient that is put in for you is `ones_like(loss)`: its shape and its dtype.",
    "keyword": "`Tensor.backward` calls it `gradient`, `torch.autograd.backward` calls it `grad_tensors`.",
    "shape_of_the_gradient": "The gradient must have the very shape of the tensor; one that broadcasts is refused.",
    "broadcast": (
        "What was broadcast gets its gradient summed back to its own shape; alpha scales the second operand's, "
        "and the second backward adds to the first."
    ),
    "diamond": "A node runs once, when all that use its result have reported, with the sum of what they sent.",
    "order": "Of the nodes that have everything they wait for, the one that was made last runs first.",
    "twice": (
        "The first backward frees the tensors that the nodes have saved. Only what saved none may be walked "
        "again: x + 3 and -x; x * 2 has saved its factor."
    ),
    "learning_rate": (
        "The optimizer reads `param_groups[i]['lr']` in every step; `opt.lr` is a new attribute that nobody looks at."
    ),
}


@pytest.mark.visible
@pytest.mark.points(1)
@pytest.mark.parametrize("question", read_questions(Path(__file__).with_name("README.md"), WHY), ids=str)
def test_prediction(question, student):
    """Prediction"""
    question.check(student.ANSWERS)
