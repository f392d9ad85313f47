"""``assert_gradients``: the gradient that autograd gives belongs to the function's own forward.

Two random projections first: for random u and v, ``v . (J u)`` by central differences equals ``(v J) . u`` by autograd
(the fast mode of ``torch.autograd.gradcheck``). Only when they disagree is the whole Jacobian made, which decides and
shows where.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from grader.checks import margin, patterns
from grader.checks.build import finding
from grader.checks.calls import Call, call_of
from grader.checks.finding import Finding, Picture, Rung
from grader.checks.jacobian import Differentiable, Outputs, analytic_jacobian, flat, pull_back
from grader.checks.kinds import is_tensor
from grader.checks.maps import difference
from grader.checks.places import Places
from grader.checks.render import describe, dtype_name, join
from grader.checks.student_calls import error_text, invoke, place
from grader.language import noted, say

_FAST = 1e-2  # the projections must agree this much better than asked, else the Jacobian decides
_MOST = 4000  # calls that a whole Jacobian may cost


@dataclass(frozen=True, slots=True)
class _Subject:
    """The function under test: which inputs are checked, and what to call it."""

    call: Call
    second: bool  # the second derivative instead of the gradient
    checked: tuple[int, ...]
    function: Differentiable
    atol: float
    rtol: float

    def label(self, number: int) -> str:
        index = self.checked[number]
        labels = self.call.labels
        return labels[index] if index < len(labels) else say("input {number}", number=index + 1)

    def title(self, number: int) -> str:
        label = self.label(number)
        shown = label if " " in label else f"`{label}`"
        if self.second:
            return say("The second derivative of `{name}` with respect to {input}", name=self.call.name, input=shown)
        return say("The gradient of `{name}` with respect to {input}", name=self.call.name, input=shown)


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
    gradient arrives, ``gradient_value`` where it is wrong.
    """
    checked = _checked(inputs)
    call = call_of(fn, inputs)
    function = Differentiable(_outputs(fn, call, checked), tuple(inputs[i].detach() for i in checked), eps)
    subject = _Subject(call, False, checked, function, atol, rtol)
    outputs = _compare(subject)
    if second_order:
        _compare(_second(subject, outputs))


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


def _compare(subject: _Subject) -> Outputs:
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
        _compare_jacobians(subject, outputs, leaves)
    return outputs


def _projection_agrees(subject: _Subject, outputs: Outputs, leaves: Sequence[Tensor], rng: torch.Generator) -> bool:
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
    subject: _Subject, outputs: Outputs, leaves: Sequence[Tensor], weights: Sequence[Tensor]
) -> list[Tensor | None]:
    try:
        return pull_back(outputs, leaves, weights)
    except (NotImplementedError, Finding):
        raise
    except Exception as error:
        headline = say("The backward of `{name}` raises {error}.", name=subject.call.name, error=error_text(error))
        raise finding("exception", headline, place(error) or "", call=subject.call) from error


def _compare_jacobians(subject: _Subject, outputs: Outputs, leaves: Sequence[Tensor]) -> None:
    elements = sum(leaf.numel() for leaf in leaves)
    if 2 * elements + len(leaves) * flat(outputs).numel() > _MOST:
        raise ValueError("assert_gradients was given inputs too large to show a Jacobian: a few dozen elements will do")
    wrong: list[tuple[int, Tensor, Tensor, Tensor]] = []
    for number in range(len(leaves)):
        ours, numeric = analytic_jacobian(outputs, leaves, number), subject.function.numeric_jacobian(number)
        bad = ~((ours - numeric).abs() <= subject.atol + subject.rtol * numeric.abs())
        if bool(bad.any()):
            wrong.append((number, ours, numeric, bad))
        else:
            margin.note(ours, numeric, subject.rtol, subject.atol)
    if wrong:
        arrives = pull_back(outputs, leaves, [torch.ones_like(out) for out in outputs])
        missing = [entry for entry in wrong if arrives[entry[0]] is None]
        raise _missing(subject, missing, outputs) if missing else _wrong(subject, wrong, outputs)


def _missing(subject: _Subject, wrong: Sequence[tuple[int, Tensor, Tensor, Tensor]], outputs: Outputs) -> Finding:
    labels = join(f"`{subject.label(number)}`" for number, *_ in wrong)
    cut = not any(out.requires_grad for out in outputs)
    why = say("`detach`, `item`, `.data`, `torch.tensor(...)`, NumPy and `no_grad` cut a value off from the graph.")
    if subject.second:
        template = noted("No second derivative reaches {inputs} through `{name}`, though its result depends on it.")
    else:
        template = noted("No gradient reaches {inputs} through `{name}`, though its result depends on it.")
    headline = say(template, inputs=labels, name=subject.call.name)
    if cut:
        why = say("The result does not require grad at all. {why}", why=why)
    return finding("gradient_exists", headline, why, call=subject.call)


def _wrong(subject: _Subject, wrong: Sequence[tuple[int, Tensor, Tensor, Tensor]], outputs: Outputs) -> Finding:
    number, ours, numeric, bad = wrong[0]
    shape = _display_shape(subject, number, ours)
    rung: Rung = "gradient_value" if bool(ours.isfinite().all()) else "non_finite"
    places = Places(bad.reshape(shape))
    expected, actual = places.pair(numeric.reshape(shape), ours.reshape(shape))
    phrase, details = _diagnosis(subject, ours, numeric, bad)
    others = [subject.label(other) for other, *_ in wrong[1:]]
    if others:
        details.append(say("The gradient of {names} is wrong too.", names=join(f"`{name}`" for name in others)))
    return finding(
        rung,
        say("{subject} is {state}.", subject=subject.title(number), state=phrase),
        *details,
        call=subject.call,
        expected=expected,
        actual=actual,
        where=places.where,
        pictures=_pictures(ours.reshape(shape), numeric.reshape(shape), ours.shape[0] == 1),
    )


def _display_shape(subject: _Subject, number: int, jacobian: Tensor) -> tuple[int, ...]:
    """A scalar result's gradient is shown in the shape of the input; other Jacobians as results x inputs."""
    shape = tuple(subject.function.points[number].shape)
    return shape if jacobian.shape[0] == 1 and shape else tuple(jacobian.shape)


def _diagnosis(subject: _Subject, ours: Tensor, numeric: Tensor, bad: Tensor) -> tuple[str, list[str]]:
    if not bool(ours.isfinite().all()):
        kind = "NaN" if bool(ours.isnan().any()) else "inf"
        return (
            say(
                "{kind} in {wrong:,} of {all:,} places",
                kind=kind,
                wrong=int((~ours.isfinite()).sum()),
                all=ours.numel(),
            ),
            [],
        )
    own = say(
        "The right one is the slope of the values that your code returns: its way back (a `backward`, a `detach`, "
        "`.data`, a hook) does not fit its way forward."
    )
    if not bool(ours.any()):
        return say("zero everywhere"), [own]
    factor = patterns.constant_factor(ours, numeric)
    if factor is not None:
        origin = patterns.factor_origin(factor, patterns.sizes_of(subject.call.inputs))
        return say("{factor} everywhere", factor=patterns.factor_phrase(factor)), [origin or own]
    square = ours.shape[0] == ours.shape[1] and ours.shape[0] > 1
    if square and torch.allclose(ours, numeric.T, rtol=1e-3, atol=1e-5):
        return say("transposed: the roles of rows and columns are exchanged"), [own]
    if square and torch.equal(ours, torch.diag(ours.diagonal())) and not bool(bad.diagonal().any()):
        return say("right on the diagonal of the Jacobian and zero elsewhere"), [
            say("Every result depends on every input here, not only on the one at its own place.")
        ]
    if square and torch.equal(bad, torch.diag(bad.diagonal())):
        return say("wrong on the diagonal of the Jacobian only"), [
            say("The dependence on the input at the same place is missing or wrong.")
        ]
    return say("wrong in {wrong:,} of {all:,} entries", wrong=int(bad.sum()), all=bad.numel()), [own]


def _pictures(ours: Tensor, numeric: Tensor, scalar: bool) -> list[Picture]:
    if ours.dim() == 1:
        ours, numeric = ours[None], numeric[None]
    if ours.dim() != 2 or ours.numel() < 2:
        return []
    labels = (
        (noted("row of the input"), noted("column of the input"))
        if scalar
        else (noted("element of the result"), noted("element of the input"))
    )
    return [difference(ours, numeric, noted("Your gradient and the right one"), labels=labels, how="ratio")]


def _second(subject: _Subject, outputs: Outputs) -> _Subject:
    """The function from the inputs and the incoming gradient to the gradient."""
    rng = torch.Generator().manual_seed(1)
    weights = [torch.randn(out.shape, dtype=torch.float64, generator=rng) for out in outputs]
    first, count = subject.function, len(subject.function.points)

    def gradient(xs: Sequence[Tensor]) -> Outputs:
        leaves = [x if x.requires_grad else x.detach().requires_grad_() for x in xs[:count]]
        results = first.outputs(leaves)
        found = torch.autograd.grad(results, leaves, list(xs[count:]), create_graph=True, allow_unused=True)
        return [torch.zeros_like(x) if g is None else g for g, x in zip(found, leaves, strict=True)]

    function = Differentiable(gradient, (*first.points, *weights), first.eps)
    labels = (*(subject.label(number) for number in range(count)), *([say("the incoming gradient")] * len(weights)))
    call = Call(subject.call.name, subject.call.function, subject.call.args, subject.call.kwargs, labels)
    return _Subject(call, True, tuple(range(count + len(weights))), function, subject.atol, subject.rtol)
