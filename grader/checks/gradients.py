"""``assert_gradients``: the gradient that autograd gives belongs to the function's own forward.

Two random projections first: for random u and v, ``v . (J u)`` by central differences equals ``(v J) . u`` by autograd
(the fast mode of ``torch.autograd.gradcheck``). Only when they disagree is the whole Jacobian made, which decides and
shows where.
"""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor

from grader.checks import margin
from grader.checks.backward_errors import BackwardError, backward_of
from grader.checks.build import finding
from grader.checks.calls import Call, call_of
from grader.checks.gradient_cases import Search
from grader.checks.gradient_faults import Fault, Subject, WrongInput, fault_of
from grader.checks.jacobian import Differentiable, Outputs, analytic_jacobian, flat, pull_back
from grader.checks.kinds import is_tensor
from grader.checks.render import describe, dtype_name
from grader.checks.smaller_points import Inputs
from grader.checks.student_calls import invoke
from grader.language import say

_FAST = 1e-2  # the projections must agree this much better than asked, else the Jacobian decides
_MOST = 4000  # calls that a whole Jacobian may cost


def assert_gradients(
    fn: Callable[..., Any],
    *inputs: Any,
    second_order: bool = False,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
) -> None:
    """Gradients reach the inputs and equal central differences of ``fn`` itself.

    Checked are the tensors among ``inputs`` that require grad, or, when none does, all floating ones; they must be
    float64. Other inputs are passed on. The results are a tensor or a tuple of tensors. Every entry of the Jacobian
    must satisfy ``|autograd - numeric| <= atol + rtol * |numeric|``; ``eps`` is the step of the differences.
    ``second_order`` checks the gradient's gradient in the same way. Raises ``Finding``: ``gradient_exists`` where no
    gradient arrives, ``gradient_value`` where it is wrong, ``exception`` where the backward raises, each on a small
    input.
    """

    def first(xs: Inputs) -> Subject:
        checked, call = _checked(xs), call_of(fn, xs)
        function = Differentiable(_outputs(fn, call, checked), tuple(xs[i].detach() for i in checked), eps)
        return Subject(call, False, checked, function, atol, rtol)

    def second(xs: Inputs) -> Subject:
        subject = first(xs)
        return _second(subject, subject.function.analytic()[0])

    for subject_at in (first, second) if second_order else (first,):
        _assert_right(subject_at, inputs)


def _assert_right(subject_at: Callable[[Inputs], Subject], inputs: Inputs) -> None:
    """A wrong gradient, or a backward that raises, is shown on the smallest input that it is found on."""
    fault = _fault_at(subject_at, inputs)
    if fault is None:
        return
    for small in Search(subject_at, fault).smallest(inputs):
        shown = _again(subject_at, small)
        if shown is not None and shown.kind == fault.kind:
            raise shown.finding
    raise fault.finding


def _fault_at(subject_at: Callable[[Inputs], Subject], inputs: Inputs) -> Fault | None:
    try:
        return _compare(subject_at(inputs))
    except BackwardError as error:
        return Fault(error, 0, error.kind)


def _again(subject_at: Callable[[Inputs], Subject], inputs: Inputs) -> Fault | None:
    try:
        return _fault_at(subject_at, inputs)
    except Exception:  # the function does not do the same twice
        return None


def _checked(inputs: Sequence[Any]) -> tuple[int, ...]:
    floating = [i for i, x in enumerate(inputs) if isinstance(x, Tensor) and x.is_floating_point()]
    chosen = [i for i in floating if inputs[i].requires_grad] or floating
    if not chosen:
        raise ValueError("assert_gradients needs at least one floating-point tensor to differentiate by")
    if any(inputs[i].dtype is not torch.float64 for i in chosen):
        raise ValueError("assert_gradients needs float64 inputs: differences of float32 values are too coarse")
    return tuple(chosen)


def _outputs(fn: Callable[..., Any], call: Call, checked: Sequence[int]) -> Callable[[Sequence[Tensor]], Outputs]:
    def outputs(xs: Sequence[Tensor]) -> Outputs:
        args = list(call.args)
        for index, x in zip(checked, xs, strict=True):
            args[index] = x
        return _floating(invoke(fn, tuple(args)), call)

    return outputs


def _floating(result: Any, call: Call) -> Outputs:
    parts = list(result) if issubclass(type(result), tuple | list) else [result]
    found = [part for part in parts if is_tensor(part) and part.is_floating_point()]
    if not found:
        raise finding(
            "type",
            say(
                "`{name}` returns {result} instead of a floating-point tensor.", name=call.name, result=describe(result)
            ),
            call=call,
        )
    for part in found:
        if part.dtype is not torch.float64:
            headline = say("`{name}` returns {dtype} for float64 inputs.", name=call.name, dtype=dtype_name(part.dtype))
            raise finding("dtype", headline, say("Keep the dtype of the input."), call=call)
    return found


def _compare(subject: Subject) -> Fault | None:
    outputs, leaves = subject.function.analytic()
    if not bool(flat(outputs).isfinite().all()):
        headline = say("`{name}` returns NaN or inf, so there is no gradient to compare.", name=subject.call.name)
        if subject.second:
            headline = say(
                "`{name}` returns NaN or inf, so there is no second derivative to compare.", name=subject.call.name
            )
        raise finding("non_finite", headline, call=subject.call)
    rng = torch.Generator().manual_seed(0)
    if not all(_projection_agrees(subject, outputs, leaves, rng) for _ in range(2)):
        return _compare_jacobians(subject, outputs, leaves)
    return None


def _projection_agrees(subject: Subject, outputs: Outputs, leaves: Sequence[Tensor], rng: torch.Generator) -> bool:
    def like(t: Tensor) -> Tensor:
        return torch.randn(t.shape, dtype=torch.float64, generator=rng)

    directions, weights = [like(leaf) for leaf in leaves], [like(out) for out in outputs]
    gradients = _backward(subject, outputs, leaves, weights)
    ours = sum((float((g * u).sum()) for g, u in zip(gradients, directions, strict=True) if g is not None), 0.0)
    numeric = float(flat(subject.function.directional(directions)) @ flat(weights))
    close = abs(ours - numeric) <= _FAST * (subject.atol + subject.rtol * abs(numeric))
    if close:
        margin.note(torch.tensor(ours), torch.tensor(numeric), subject.rtol, subject.atol)
    return close


def _backward(
    subject: Subject, outputs: Outputs, leaves: Sequence[Tensor], weights: Sequence[Tensor]
) -> list[Tensor | None]:
    with backward_of(subject.call):
        return pull_back(outputs, leaves, weights)


def _compare_jacobians(subject: Subject, outputs: Outputs, leaves: Sequence[Tensor]) -> Fault | None:
    elements = sum(leaf.numel() for leaf in leaves)
    if 2 * elements + len(leaves) * flat(outputs).numel() > _MOST:
        raise ValueError("assert_gradients was given inputs too large to show a Jacobian: a few dozen elements will do")
    wrong: list[WrongInput] = []
    arrives: list[Tensor | None] = []
    for number in range(len(leaves)):
        with backward_of(subject.call):
            ours = analytic_jacobian(outputs, leaves, number)
        numeric = subject.function.numeric_jacobian(number)
        if not bool(subject.wrong(ours, numeric).any()):
            margin.note(ours, numeric, subject.rtol, subject.atol)
            continue
        arrives = arrives or pull_back(outputs, leaves, [torch.ones_like(out) for out in outputs])
        wrong.append(WrongInput(number, ours, numeric, missing=arrives[number] is None))
    return fault_of(subject, wrong, outputs) if wrong else None


def _second(subject: Subject, outputs: Outputs) -> Subject:
    """The function from the inputs and the incoming gradient to the gradient."""
    rng = torch.Generator().manual_seed(1)
    weights = [torch.randn(out.shape, dtype=torch.float64, generator=rng) for out in outputs]
    first, count = subject.function, len(subject.function.points)

    def gradient(xs: Sequence[Tensor]) -> Outputs:
        leaves = [x if x.requires_grad else x.detach().requires_grad_() for x in xs[:count]]
        results = first.outputs(leaves)
        with backward_of(subject.call):
            found = torch.autograd.grad(results, leaves, list(xs[count:]), create_graph=True, allow_unused=True)
        return [torch.zeros_like(x) if g is None else g for g, x in zip(found, leaves, strict=True)]

    function = Differentiable(gradient, (*first.points, *weights), first.eps)
    labels = (*(subject.label(number) for number in range(count)), *([say("the incoming gradient")] * len(weights)))
    call = Call(subject.call.name, subject.call.function, subject.call.args, subject.call.kwargs, labels)
    return Subject(call, True, tuple(range(count + len(weights))), function, subject.atol, subject.rtol)
