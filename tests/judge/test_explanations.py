"""Well-known complaints of torch, NumPy and Python, each provoked for real: versions word them differently."""

import re
from pathlib import Path

import numpy
import pytest
import torch
from torch import nn

from grader.judge import explanations
from grader.judge.explanations import explanation
from tests.judge.conftest import Make

PARAMETER = "p = torch.ones(3, requires_grad=True)\n"
FUNCTION = """
class F(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a): return a.clone()
    @staticmethod
    def backward(ctx, g): return {}
F.apply(p).sum().backward()
"""
PROVOKED = {
    "Only a notebook has `get_ipython`, and": [
        "get_ipython().system('ls')",
    ],
    "An argument or a parameter is changed in": [
        PARAMETER + "p += 1",
    ],
    "Part of an argument or of a parameter is": [
        PARAMETER + "p[0] = 2",
    ],
    "The backward pass needs a": [
        PARAMETER + "y = p.exp(); y.mul_(2); y.sum().backward()",
    ],
    "This graph was used up": [
        PARAMETER + "y = p.exp().sum(); y.backward(); y.backward()",
    ],
    "Nothing that this result was": [
        "torch.ones(1).sum().backward()",
    ],
    "`backward()` without an argument needs": [
        PARAMETER + "(p * 2).backward()",
    ],
    "The result does not depend": [
        PARAMETER + "q = p.detach().requires_grad_()\ntorch.autograd.grad(p.sum(), q)",
    ],
    "A gradient is asked for": [
        PARAMETER + "torch.autograd.grad(p.sum(), torch.ones(3))",
    ],
    "A tensor with a graph": [
        PARAMETER + "p.numpy()",
    ],
    "Only floating-point and complex tensors": [
        "torch.ones(2, dtype=torch.long, requires_grad=True)",
        "torch.ones(2, dtype=torch.long).requires_grad_()",
    ],
    "`requires_grad` of a computed tensor": [
        PARAMETER + "(p * 2).requires_grad = False",
    ],
    "A view is changed in": [
        PARAMETER + "a, b = (p.expand(2, 3) * 2).unbind(); a.mul_(2)",
    ],
    "`backward` returns one gradient for": [
        PARAMETER + FUNCTION.format("g, g, g"),
    ],
    "A gradient has the shape": [
        PARAMETER + FUNCTION.format("g[:2]"),
    ],
    "A hook needs a tensor": [
        "torch.ones(2).register_hook(print)",
    ],
    "Several elements of this tensor": [
        "torch.ones(1).expand(3).add_(torch.ones(3))",
    ],
    "A tensor that was made": [
        "with torch.inference_mode(): t = torch.ones(2)\n(t * torch.ones(2, requires_grad=True)).sum()",
    ],
    "The vector that a gradient": [
        PARAMETER + "(p * 2).backward(torch.ones(2))",
    ],
    "This operation asks for matrices": [
        "torch.ones(()) @ torch.ones(2)",
        "torch.ones(2).mT",
        "torch.mm(torch.ones(2), torch.ones(2, 2))",
        "torch.mv(torch.ones(2), torch.ones(2))",
        "torch.dot(torch.ones(2, 2), torch.ones(2))",
    ],
    "A view is asked for": [
        "torch.ones(2).as_strided((9,), (1,))",
    ],
    "There is nothing to join": [
        "torch.stack([])",
        "torch.cat([])",
        "np.concatenate([])",
    ],
    "Of no elements": [
        "torch.ones(0).max()",
        "torch.ones(0, 2).argmax(0)",
        "np.ones(0).max()",
    ],
    "`where` chooses by truth values": [
        "torch.where(torch.ones(2), torch.ones(2), torch.ones(2))",
    ],
    "NumPy does not have this dtype": [
        "torch.ones(1, dtype=torch.bfloat16).numpy()",
    ],
    "A tensor on the meta device": [
        "torch.ones(2, device='meta').numpy()",
        "torch.ones(2, device='meta').tolist()",
    ],
    "torch has no negative strides": [
        "torch.from_numpy(np.ones(3)[::-1])",
    ],
    "NumPy's generator takes": [
        "np.random.seed(2**40)",
    ],
    "The shapes of two tensors": [
        "torch.ones(2) + torch.ones(3)",
        "np.ones(2) + np.ones(3)",
    ],
    "The inner sizes of a": [
        "torch.ones(2, 3) @ torch.ones(2, 3)",
        "torch.ones(2, 3) @ torch.ones(2)",
        "torch.bmm(torch.ones(1, 2, 3), torch.ones(1, 2, 3))",
        "np.ones((2, 3)) @ np.ones((2, 3))",
        "np.ones((2, 3)).dot(np.ones((2, 3)))",
        "nn.Linear(3, 2)(torch.ones(2, 4))",
    ],
    "`view` cannot give this shape": [
        "torch.ones(2, 3).T.view(6)",
    ],
    "The shape that is asked": [
        "torch.ones(6).reshape(4)",
        "np.ones(6).reshape(4)",
    ],
    "A tensor is to be": [
        "torch.ones(2).expand(3)",
        "torch.ones(2, 2).expand(2)",
    ],
    "A dimension or an index": [
        "torch.ones(2).sum(1)",
        "np.ones(2).sum(1)",
        "torch.ones(2)[2]",
    ],
    "An index lies outside: think": [
        "[1][1]",
        "np.ones(2)[2]",
        "torch.ones(2)[0, 0]",
    ],
    "Tensors that are to be": [
        "torch.cat([torch.ones(2), torch.ones(2, 2)])",
        "torch.cat([torch.ones(2, 3), torch.ones(2, 2)])",
        "torch.stack([torch.ones(2), torch.ones(3)])",
        "np.stack([np.ones(2), np.ones(3)])",
    ],
    "A whole tensor stands where": [
        "bool(torch.ones(2))",
        "bool(np.ones(2))",
    ],
    "A tensor of several elements": [
        "torch.ones(2).item()",
        "float(torch.ones(2))",
        "float(np.ones(2))",
    ],
    "A single number (a tensor": [
        "list(torch.tensor(1))",
        "len(torch.tensor(1))",
    ],
    "A matrix that must be": [
        "torch.linalg.inv(torch.zeros(2, 2))",
        "np.linalg.inv(np.zeros((2, 2)))",
    ],
    "`cholesky` takes positive definite": [
        "torch.linalg.cholesky(-torch.eye(2))",
    ],
    "Tensors of two dtypes meet": [
        "torch.ones(2, 2) @ torch.ones(2, 2).double()",
        "torch.ones(2) @ torch.ones(2).double()",
        "nn.Linear(2, 1)(torch.ones(1, 2).double())",
    ],
    "The result does not fit": [
        "torch.ones(2, dtype=torch.long).div_(2)",
        "a = np.ones(2, dtype=int); a /= 2",
    ],
    "This operation does not work": [
        "torch.ones(2, dtype=torch.long).mean()",
        "torch.ones(2, dtype=torch.long).softmax(0)",
    ],
    "Tensors of two devices meet": [
        "torch.ones(2) + torch.ones(2, device='meta')",
    ],
    "An index is neither an": [
        "torch.ones(2)[torch.ones(1)]",
        "np.ones(2)[np.ones(1)]",
    ],
    "Something is None here: the": [
        "torch.ones(2).grad.zero_()",
        "None + 1",
        "a, b = None",
    ],
    "A module calls `super().__init__()` first": [
        "class M(nn.Module):\n    def __init__(self): self.a = nn.Linear(1, 1)\nM()",
        "class M(nn.Module):\n    def __init__(self): self.a = nn.Parameter(torch.ones(1))\nM()",
        "class M(nn.Module):\n    def __init__(self): pass\nM()(1)",
    ],
    "A call and the function's": [
        "(lambda a: a)()",
        "(lambda a: a)(1, 2)",
        "(lambda a: a)(b=1)",
    ],
    "A tuple of another length": [
        "a, b = 1, 2, 3",
        "a, b = [1]",
    ],
    "It divides by zero: think": [
        "1 / 0",
        "1 // 0",
    ],
    "Too many calls inside one": [
        "f = lambda: f()\nf()",
    ],
    "The module's state does not": [
        "nn.Linear(2, 1).load_state_dict({'w': torch.ones(1, 2)})",
        "nn.Linear(2, 1).load_state_dict(nn.Linear(1, 2).state_dict())",
    ],
    "The model shows no parameters": [
        "torch.optim.SGD(nn.ReLU().parameters(), lr=0.1)",
    ],
    "A batch norm in training": [
        "nn.BatchNorm1d(3)(torch.ones(1, 3))",
    ],
    "An array is written that": [
        "a = np.ones(3); a.flags.writeable = False; a += 1",
        "a = np.ones(3); a.flags.writeable = False; a[0] = 1",
    ],
    "A path is expected here": [
        "import io; open(io.BytesIO(), 'wb')",
    ],
    "An object has no attribute": [
        "'text'.to('cpu')",
    ],
    "The library has no such": [
        "torch.sofmax",
    ],
    "This tensor only notes that": [
        "torch.ones(2, dtype=torch.complex64).conj().numpy()",
        "torch.ones(2, dtype=torch.complex64).conj().imag.numpy()",
    ],
    "A variable is read before": [
        "def f():\n    if False: a = 1\n    return a\nf()",
    ],
}


@pytest.mark.parametrize(("said", "code"), [(said, code) for said, codes in PROVOKED.items() for code in codes])
def test_a_complaint_of_the_library_is_explained(said: str, code: str) -> None:
    try:
        exec(code, {"torch": torch, "np": numpy, "nn": nn})
    except Exception as error:
        found = explanation(str(error)) or f"no explanation of {error!r}"
        assert found.startswith(said)
    else:
        pytest.fail("this raises nothing")


def test_each_explanation_is_provoked_by_some_code() -> None:
    meanings = {meaning for _, meaning in explanations._KNOWN}
    assert [meaning for meaning in meanings if not any(meaning.startswith(said) for said in PROVOKED)] == []


def test_what_is_not_well_known_is_not_explained() -> None:
    for text in ("", "my own complaint", "the answer is 42", "x" * 100_000):
        assert explanation(text) is None


def test_the_sentences_hold_no_part_of_the_exception() -> None:
    source = Path(explanations.__file__).read_text()
    assert not re.search(r"\.group\(|\.format\(|f\"", source)


def test_a_hidden_check_explains_what_the_student_s_line_raised(make: Make) -> None:
    one = make("from answer import f\ndef test_any(): assert f(torch.ones(2)) is None\n")
    feedback = one.only("import torch\ndef f(x):\n    return x + torch.ones(3)\n").feedback
    assert feedback is not None
    assert feedback.headline == "Line 3 of your file raises `RuntimeError`."
    assert "The shapes of two tensors do not fit together" in " ".join(feedback.details)
    feedback = one.only(
        "def f(x):\n    raise ValueError(f'{x}: The size of tensor a must match the size of tensor b')\n"
    ).feedback
    assert feedback is not None
    assert "tensor(" not in feedback.model_dump_json()
