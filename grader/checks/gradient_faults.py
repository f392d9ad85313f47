"""What is wrong with a gradient, in words: none arrives, a factor, the wrong places."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from grader.checks import patterns
from grader.checks.build import finding
from grader.checks.calls import Call
from grader.checks.finding import Finding, Picture, Rung
from grader.checks.jacobian import Differentiable, Outputs
from grader.checks.maps import difference
from grader.checks.places import Places
from grader.checks.render import join
from grader.language import noted, say

SIZE = "size: "  # begins the kind of a factor that is a size
NAN, INF = "NaN", "inf"  # the kinds of a gradient that is not finite


@dataclass(frozen=True, slots=True)
class Subject:
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

    def wrong(self, ours: Tensor, numeric: Tensor) -> Tensor:
        """Where autograd and the differences disagree."""
        return ~((ours - numeric).abs() <= self.atol + self.rtol * numeric.abs())


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """``kind`` is the same for two inputs on which the gradient is wrong in the same way."""

    kind: str
    phrase: str  # "… is {phrase}."
    details: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WrongInput:
    """An input whose gradient is wrong; Jacobians are results x elements of the input."""

    number: int
    ours: Tensor
    numeric: Tensor
    missing: bool = False  # no gradient arrives


@dataclass(frozen=True, slots=True)
class Fault:
    """A wrong gradient as it is told, and what makes another input a case of the same."""

    finding: Finding
    number: int
    kind: str


def fault_of(subject: Subject, wrong: Sequence[WrongInput], outputs: Outputs) -> Fault:
    """What is told of these inputs, of which there is at least one."""
    missing = [entry for entry in wrong if entry.missing]
    if missing:
        return Fault(_missing(subject, missing, outputs), missing[0].number, "missing")
    diagnosis = diagnose(subject, wrong[0])
    return Fault(_wrong(subject, wrong, diagnosis), wrong[0].number, diagnosis.kind)


def _missing(subject: Subject, missing: Sequence[WrongInput], outputs: Outputs) -> Finding:
    labels = join(f"`{subject.label(entry.number)}`" for entry in missing)
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


def _wrong(subject: Subject, wrong: Sequence[WrongInput], diagnosis: Diagnosis) -> Finding:
    number, ours, numeric = wrong[0].number, wrong[0].ours, wrong[0].numeric
    shape = _display_shape(subject, number, ours)
    rung: Rung = "gradient_value" if bool(ours.isfinite().all()) else "non_finite"
    places = Places(subject.wrong(ours, numeric).reshape(shape))
    expected, actual = places.pair(numeric.reshape(shape), ours.reshape(shape))
    details = list(diagnosis.details)
    others = [subject.label(other.number) for other in wrong[1:]]
    if others:
        details.append(say("The gradient of {names} is wrong too.", names=join(f"`{name}`" for name in others)))
    return finding(
        rung,
        say("{subject} is {state}.", subject=subject.title(number), state=diagnosis.phrase),
        *details,
        call=subject.call,
        expected=expected,
        actual=actual,
        where=places.where,
        pictures=_pictures(ours.reshape(shape), numeric.reshape(shape), ours.shape[0] == 1),
    )


def _display_shape(subject: Subject, number: int, jacobian: Tensor) -> tuple[int, ...]:
    """A scalar result's gradient is shown in the shape of the input; other Jacobians as results x inputs."""
    shape = tuple(subject.function.points[number].shape)
    return shape if jacobian.shape[0] == 1 and shape else tuple(jacobian.shape)


def diagnose(subject: Subject, wrong: WrongInput) -> Diagnosis:
    """In which way the gradient is wrong."""
    ours, numeric = wrong.ours, wrong.numeric
    bad = subject.wrong(ours, numeric)
    if not bool(ours.isfinite().all()):
        return not_finite(ours)
    own = say(
        "The right one is the slope of the values that your code returns: its way back (a `backward`, a `detach`, "
        "`.data`, a hook) does not fit its way forward."
    )
    if not bool(ours.any()):
        return Diagnosis("zero", say("zero everywhere"), (own,))
    factor = patterns.constant_factor(ours, numeric)
    if factor is not None:
        origin = patterns.factor_origin(factor, patterns.sizes_of(subject.call.inputs))
        phrase = say("{factor} everywhere", factor=patterns.factor_phrase(factor))
        return Diagnosis(_kind_of_factor(factor, origin), phrase, (origin or own,))
    square = ours.shape[0] == ours.shape[1] and ours.shape[0] > 1
    if square and torch.allclose(ours, numeric.T, rtol=1e-3, atol=1e-5):
        return Diagnosis("transposed", say("transposed: the roles of rows and columns are exchanged"), (own,))
    if square and torch.equal(ours, torch.diag(ours.diagonal())) and not bool(bad.diagonal().any()):
        why = say("Every result depends on every input here, not only on the one at its own place.")
        return Diagnosis("diagonal", say("right on the diagonal of the Jacobian and zero elsewhere"), (why,))
    if square and torch.equal(bad, torch.diag(bad.diagonal())):
        why = say("The dependence on the input at the same place is missing or wrong.")
        return Diagnosis("off_diagonal", say("wrong on the diagonal of the Jacobian only"), (why,))
    phrase = say("wrong in {wrong:,} of {all:,} entries", wrong=int(bad.sum()), all=bad.numel())
    return Diagnosis("everywhere" if bool(bad.all()) else "entries", phrase, (own,))


def _kind_of_factor(factor: float, origin: str | None) -> str:
    """Where it comes from the size of a dimension, it is to come from that one in a smaller input too."""
    if origin is None:
        return "factor"
    return SIZE + origin.replace(str(round(max(abs(factor), 1 / abs(factor)))), "", 1)


def not_finite(ours: Tensor) -> Diagnosis:
    """What is told of a Jacobian in which not all is finite."""
    kind = NAN if bool(ours.isnan().any()) else INF
    count = int((~ours.isfinite()).sum())
    if ours.numel() == 1:
        return Diagnosis(kind, kind)
    return Diagnosis(kind, say("{kind} in {wrong:,} of {all:,} places", kind=kind, wrong=count, all=ours.numel()))


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
