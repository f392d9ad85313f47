"""Derivatives of a function, by autograd and by central differences, in float64."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

Outputs = list[Tensor]


@dataclass(frozen=True, slots=True)
class Differentiable:
    """``outputs(xs)``: the floating results of a function of some of its inputs, the others held fixed."""

    outputs: Callable[[Sequence[Tensor]], Outputs]
    points: tuple[Tensor, ...]
    eps: float

    def analytic(self) -> tuple[Outputs, list[Tensor]]:
        """Results with their graph, and the leaves they were made from."""
        leaves = [point.detach().clone().requires_grad_() for point in self.points]
        return self.outputs(leaves), leaves

    def directional(self, direction: Sequence[Tensor]) -> Outputs:
        """``J @ direction`` by central differences: two calls."""
        ahead = self.outputs([p + self.eps * d for p, d in zip(self.points, direction, strict=True)])
        behind = self.outputs([p - self.eps * d for p, d in zip(self.points, direction, strict=True)])
        return [(a.detach() - b.detach()) / (2 * self.eps) for a, b in zip(ahead, behind, strict=True)]

    def slopes(self, direction: Sequence[Tensor], outputs: Outputs) -> tuple[Outputs, Outputs]:
        """``J @ direction`` by the difference ahead and by that behind; ``outputs`` are those at the point."""
        ahead = self.outputs([p + self.eps * d for p, d in zip(self.points, direction, strict=True)])
        behind = self.outputs([p - self.eps * d for p, d in zip(self.points, direction, strict=True)])
        return (
            [(a.detach() - o.detach()) / self.eps for a, o in zip(ahead, outputs, strict=True)],
            [(o.detach() - b.detach()) / self.eps for b, o in zip(behind, outputs, strict=True)],
        )

    def numeric_jacobian(self, index: int) -> Tensor:
        """Results x elements of input ``index``, by central differences: two calls an element."""
        columns = []
        for element in range(self.points[index].numel()):
            direction = [torch.zeros_like(point, memory_format=torch.contiguous_format) for point in self.points]
            direction[index].view(-1)[element] = 1
            columns.append(flat(self.directional(direction)))
        return torch.stack(columns, 1) if columns else torch.zeros(0, 0, dtype=torch.float64)


def flat(tensors: Sequence[Tensor]) -> Tensor:
    """All elements as one vector."""
    return torch.cat([t.detach().reshape(-1).to(torch.float64) for t in tensors])


def pull_back(outputs: Outputs, leaves: Sequence[Tensor], weights: Sequence[Tensor]) -> list[Tensor | None]:
    """The gradient of ``sum(weights * outputs)`` with respect to each leaf; None where none arrives."""
    live = [(out, weight) for out, weight in zip(outputs, weights, strict=True) if out.requires_grad]
    if not live:
        return [None] * len(leaves)
    found: Any = torch.autograd.grad(
        [out for out, _ in live], list(leaves), [weight for _, weight in live], retain_graph=True, allow_unused=True
    )
    return list(found)


def analytic_jacobian(outputs: Outputs, leaves: Sequence[Tensor], index: int) -> Tensor:
    """Results x elements of leaf ``index``, by autograd: one backward an element of the results."""
    rows = []
    for number, output in enumerate(outputs):
        for element in range(output.numel()):
            weights = [torch.zeros_like(out, memory_format=torch.contiguous_format) for out in outputs]
            weights[number].view(-1)[element] = 1
            gradient = pull_back(outputs, leaves, [weight.detach() for weight in weights])[index]
            rows.append(flat([gradient if gradient is not None else torch.zeros_like(leaves[index])]))
    return torch.stack(rows)
