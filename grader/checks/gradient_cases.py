"""A wrong gradient shown on a small input: fewer elements, then simpler numbers, wrong in the same way.

A gradient that is not finite stays so in the same places when its numbers are made simpler; a backward that raises does
so with the same words in the same line. Neither needs differences.

Every try calls the student's code, across the boundary to the sandbox: there are few, and three calls tell of most
candidates that they are none.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import torch
from torch import Tensor

from grader.checks.backward_errors import BackwardError, backward_of
from grader.checks.gradient_faults import INF, NAN, SIZE, Fault, Subject, WrongInput, diagnose, not_finite
from grader.checks.jacobian import Outputs, analytic_jacobian, flat, pull_back
from grader.checks.smaller_points import Inputs, rounder, smaller

_CALLS = 30  # of the student's function that a smaller input is worth
_PROJECTION = 3  # calls that a projection takes
_SMOOTH = 1e-3  # two slopes that differ by more, relatively, are those on the two sides of a kink


@dataclass(slots=True)
class Search:
    """Looks for the smallest input on which the gradient has ``fault``; ``subject_at`` makes the subject for inputs."""

    subject_at: Callable[[Inputs], Subject]
    fault: Fault
    left: int = _CALLS

    def smallest(self, inputs: Inputs) -> Iterator[Inputs]:
        """Inputs on which the fault is likely to be told in the same way, the simplest first."""
        # 2 comes from too many places to be named as the origin of a factor.
        least = 3 if self.fault.kind.startswith(SIZE) else 2
        small: Inputs | None = inputs
        while small is not None:
            inputs, small = small, self._first(smaller(small, least), self._is_alike, reserve=3 * _PROJECTION)
        round_ones = self._first(rounder(inputs), self._stays_in(inputs))
        if round_ones is not None:
            yield round_ones
        yield inputs

    def _first(
        self, candidates: Iterable[Inputs], has_fault: Callable[[Inputs], bool], reserve: int = 0
    ) -> Inputs | None:
        return next((c for c in candidates if self.left >= _PROJECTION + reserve and has_fault(c)), None)

    def _stays_in(self, inputs: Inputs) -> Callable[[Inputs], bool]:
        """Whether an input that is like ``inputs``, only rounder, has the fault too."""
        if self.fault.kind not in (NAN, INF):
            return lambda rounded: self._tried(rounded, self._projects)
        places: list[Tensor] = []

        def in_the_same_places(subject: Subject, outputs: Outputs, leaves: list[Tensor]) -> bool:
            places.append(self._not_finite(outputs, leaves))
            return torch.equal(places[0], places[-1])

        self._tried(inputs, in_the_same_places)
        return lambda rounded: bool(places) and self._tried(rounded, in_the_same_places)

    def _is_alike(self, inputs: Inputs) -> bool:
        return self._tried(inputs, self._is_of_the_kind)

    def _tried(self, inputs: Inputs, has_fault: Callable[[Subject, Outputs, list[Tensor]], bool]) -> bool:
        self.left -= _PROJECTION
        try:
            subject = self.subject_at(inputs)
            outputs, leaves = subject.function.analytic()
            with backward_of(subject.call):
                return has_fault(subject, outputs, leaves)
        except BackwardError as error:
            return error.kind == self.fault.kind
        except Exception:  # the function refuses this size or value: it is outside of what is asked
            return False

    def _not_finite(self, outputs: Outputs, leaves: list[Tensor]) -> Tensor:
        """Where the gradient is not finite: nowhere at a point whose value is not finite either."""
        gradient = pull_back(outputs, leaves, [torch.ones_like(out) for out in outputs])[self.fault.number]
        if gradient is None or not bool(flat(outputs).isfinite().all()):
            return torch.zeros(())
        return ~gradient.isfinite()

    def _projects(self, subject: Subject, outputs: Outputs, leaves: list[Tensor]) -> bool:
        """Whether one random projection is wrong; at a kink, where no gradient is the right one, it tells nothing."""
        number, rng = self.fault.number, torch.Generator().manual_seed(2)
        direction = [torch.zeros_like(leaf) for leaf in leaves]
        direction[number] = torch.randn(leaves[number].shape, dtype=torch.float64, generator=rng)
        weights = [torch.randn(out.shape, dtype=torch.float64, generator=rng) for out in outputs]
        gradient = pull_back(outputs, leaves, weights)[number]
        ahead, behind = (float(flat(s) @ flat(weights)) for s in subject.function.slopes(direction, outputs))
        numeric = (ahead + behind) / 2
        if not abs(ahead - behind) <= _SMOOTH * (1 + abs(numeric)):  # NaN too
            return False
        ours = 0.0 if gradient is None else float((gradient * direction[number]).sum())
        return (gradient is None) == (self.fault.kind == "missing") and not (
            abs(ours - numeric) <= subject.atol + subject.rtol * abs(numeric)
        )

    def _is_of_the_kind(self, subject: Subject, outputs: Outputs, leaves: list[Tensor]) -> bool:
        number = self.fault.number
        if self.fault.kind in (NAN, INF):
            if not bool(self._not_finite(outputs, leaves).any()):
                return False
            return not_finite(analytic_jacobian(outputs, leaves, number)).kind == self.fault.kind
        if not self._projects(subject, outputs, leaves):
            return False
        if self.fault.kind == "missing":
            return True
        calls = 2 * leaves[number].numel()
        if calls > self.left:
            return False
        self.left -= calls
        ours = analytic_jacobian(outputs, leaves, number)
        wrong = WrongInput(number, ours, subject.function.numeric_jacobian(number))
        return diagnose(subject, wrong).kind == self.fault.kind
