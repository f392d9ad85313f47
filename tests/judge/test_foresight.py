"""What is told ahead from the text of an exercise: whether its workers come to torch's compiler."""

import subprocess
import sys

import pytest

from grader.judge.foresight import comes_to_the_compiler
from grader.submission import Submission
from tests.judge.conftest import Make

USES = {
    "an optimizer": "torch.optim.SGD([torch.ones(2, requires_grad=True)], lr=0.1)",
    "a checkpoint": "torch.utils.checkpoint.checkpoint(torch.sin, torch.ones(2, 2), use_reentrant=False)",
    "a transform": "torch.func.grad(lambda x: x * 2)(torch.tensor(1.0))",
    "a compiled function": "torch.compile(lambda x: x + 1, backend='eager')(torch.ones(2))",
    "a compiled module": "m = torch.nn.Linear(2, 2)\nm.compile(backend='eager')\nm(torch.ones(2))",
    "a tensor on meta": "torch.ones(2, device='meta') == torch.zeros(2, device='meta')",
    "a dispatch mode": (
        "from torch.utils._python_dispatch import TorchDispatchMode\n"
        "class Mode(TorchDispatchMode):\n"
        "    def __torch_dispatch__(self, f, types, args=(), kwargs=None): return f(*args, **(kwargs or {}))\n"
        "with Mode(): torch.ones(2)"
    ),
}


@pytest.mark.parametrize("use", USES)
def test_a_use_of_the_compiler_is_told_ahead(make: Make, use: str) -> None:
    one = make("from answer import f\ndef test_a(): pass")
    source = f"import torch\n{USES[use]}\n"
    assert comes_to_the_compiler(one.exercise, one.course, one.submission(source))
    assert not comes_to_the_compiler(one.exercise, one.course, one.submission("import torch\ndef f(x): return x\n"))


@pytest.mark.slow
@pytest.mark.parametrize("use", USES)
def test_it_imports_the_compiler_indeed(use: str) -> None:
    source = f"import sys, torch, torch.utils.checkpoint\n{USES[use]}\nprint('torch._dynamo' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "True"


def test_what_the_checks_hand_in_counts_too(make: Make) -> None:
    one = make("import torch\nfrom answer import f\ndef test_a(): f(torch.optim.SGD)")
    assert comes_to_the_compiler(one.exercise, one.course, one.submission("def f(x): return x\n"))


def test_nothing_is_imported_for_a_file_that_was_not_handed_in(make: Make) -> None:
    one = make("import torch.optim\nfrom answer import f\ndef test_a(): pass")
    assert not comes_to_the_compiler(one.exercise, one.course, Submission("nobody"))
