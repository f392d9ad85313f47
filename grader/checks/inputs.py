"""``make_inputs``: tensors described instead of typed in, smallest first, so that the first failure is a small one."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Literal

import torch
from torch import Tensor

from grader.checks.spec import Shape, names_of

Layout = Literal["contiguous", "transposed", "sliced", "offset", "expanded"]
SIZES = (1, 2, 3, 4, 5, 7, 8)  # one, primes, powers of two


@dataclass(frozen=True, slots=True)
class Drawing:
    """How the values of one tensor are drawn."""

    dtype: torch.dtype
    low: float | None = None
    high: float | None = None
    special: tuple[float, ...] = ()


class Case(tuple[Tensor, ...]):
    """One case's tensors, with the sizes and shapes they were made from, so that a failing case can be made smaller."""

    shapes: tuple[Shape, ...]
    sizes: dict[str, int]
    pools: dict[str, tuple[int, ...]]
    drawings: tuple[Drawing, ...]

    @classmethod
    def of(
        cls,
        tensors: Sequence[Tensor],
        shapes: tuple[Shape, ...],
        sizes: dict[str, int],
        pools: dict[str, tuple[int, ...]],
        drawings: tuple[Drawing, ...],
    ) -> "Case":
        case = cls(tensors)
        case.shapes, case.sizes, case.pools, case.drawings = shapes, sizes, pools, drawings
        return case

    def with_tensors(self, tensors: Sequence[Tensor]) -> "Case":
        """The same description with other values."""
        return Case.of(tensors, self.shapes, self.sizes, self.pools, self.drawings)


def make_inputs(
    rng: torch.Generator,
    *specs: str,
    cases: int = 1,
    layouts: Sequence[Layout] = ("contiguous",),
    dtype: torch.dtype | Sequence[torch.dtype] = torch.float32,
    sizes: Mapping[str, int | Sequence[int]] | None = None,
    low: float | None = None,
    high: float | None = None,
    special: Sequence[float] = (),
    requires_grad: bool = False,
) -> Iterator[Case]:
    """``cases`` tuples of tensors, one tensor for each spec, smallest first.

    A spec is ``"n d"``: a name is a size drawn for each case and shared by all specs, an integer a fixed size, ``""`` a
    0-d tensor. Names are drawn from ``sizes[name]``, or else from 1, 2, 3, 4, 5, 7, 8 (give 0 where it makes sense).
    Floating values are standard normal, or uniform in [low, high) when either is given (default 0 and 1); integers
    uniform in [low, high) (default 0 and 10); ``special`` values (inf, nan, 1e30) are put at random places. ``dtype``
    is one for all, or one a spec. ``layouts`` are taken in turn: ``transposed``, ``sliced`` (every second column),
    ``offset`` (not at the start of its storage) and ``expanded`` (stride 0) tensors have ordinary values.
    """
    shapes = tuple(Shape.parse(spec) for spec in specs)
    pools = {name: pool(sizes, name, SIZES) for name in names_of(shapes)}
    dtypes = [dtype] * len(specs) if isinstance(dtype, torch.dtype) else list(dtype)
    if len(dtypes) != len(specs):
        raise ValueError(f"{len(dtypes)} dtypes for {len(specs)} specs")
    drawings = tuple(Drawing(kind, low, high, tuple(special)) for kind in dtypes)
    return _cases(rng, shapes, pools, drawings, cases, tuple(layouts), requires_grad)


def pool(sizes: Mapping[str, int | Sequence[int]] | None, name: str, default: Sequence[int]) -> tuple[int, ...]:
    """The sizes that ``name`` may have."""
    chosen = (sizes or {}).get(name, default)
    return (chosen,) if isinstance(chosen, int) else tuple(chosen)


def _cases(
    rng: torch.Generator,
    shapes: tuple[Shape, ...],
    pools: dict[str, tuple[int, ...]],
    drawings: tuple[Drawing, ...],
    cases: int,
    layouts: tuple[Layout, ...],
    requires_grad: bool,
) -> Iterator[Case]:
    drawn = [{name: values[_below(rng, len(values))] for name, values in pools.items()} for _ in range(cases)]
    drawn.sort(key=lambda values: sum(prod(shape.sizes(values)) for shape in shapes))
    for index, values in enumerate(drawn):
        layout = layouts[index % len(layouts)]
        tensors = [
            arrange(lambda size, d=drawing: draw(rng, size, d), shape.sizes(values), layout)  # type: ignore[misc]
            for shape, drawing in zip(shapes, drawings, strict=True)
        ]
        for tensor in tensors:
            tensor.requires_grad_(requires_grad and (tensor.is_floating_point() or tensor.is_complex()))
        yield Case.of(tensors, shapes, values, pools, drawings)


def _below(rng: torch.Generator, bound: int) -> int:
    return int(torch.randint(bound, (), generator=rng, device=rng.device))


def draw(rng: torch.Generator, size: Sequence[int], drawing: Drawing) -> Tensor:
    """A contiguous tensor of random values."""
    shape, dtype = tuple(size), drawing.dtype
    if dtype is torch.bool:
        return torch.rand(shape, generator=rng, device=rng.device) < 0.5
    if not (dtype.is_floating_point or dtype.is_complex):
        low, high = int(drawing.low or 0), 10 if drawing.high is None else int(drawing.high)
        return torch.randint(low, high, shape, generator=rng, dtype=dtype, device=rng.device)
    return _with_special(rng, _floating(rng, shape, drawing), drawing.special)


def _floating(rng: torch.Generator, shape: tuple[int, ...], drawing: Drawing) -> Tensor:
    # Half precision is drawn in float32: not every device draws it directly.
    dtype = drawing.dtype if drawing.dtype in (torch.float64, torch.complex128, torch.complex64) else torch.float32
    if drawing.low is None and drawing.high is None:
        return torch.randn(shape, generator=rng, dtype=dtype, device=rng.device).to(drawing.dtype)
    low, high = drawing.low or 0.0, 1.0 if drawing.high is None else drawing.high
    values = torch.rand(shape, generator=rng, dtype=dtype, device=rng.device)
    return (low + (high - low) * values).to(drawing.dtype)


def _with_special(rng: torch.Generator, values: Tensor, special: tuple[float, ...]) -> Tensor:
    for value in special if values.numel() else ():
        values.view(-1)[_below(rng, values.numel())] = value
    return values


def arrange(fill: Callable[[tuple[int, ...]], Tensor], size: tuple[int, ...], layout: Layout) -> Tensor:
    """A tensor of shape ``size`` in this layout; ``fill(shape)`` gives contiguous values."""
    if layout == "transposed" and len(size) >= 2:
        return fill((*size[:-2], size[-1], size[-2])).mT
    if layout == "sliced" and size:
        return fill((*size[:-1], size[-1] * 2))[..., ::2]
    if layout == "offset" and size:
        return fill((size[0] + 1, *size[1:]))[1:]
    if layout == "expanded" and size:
        return fill((1, *size[1:])).expand(size)
    if layout not in ("contiguous", "transposed", "sliced", "offset", "expanded"):
        raise ValueError(f"there is no layout {layout!r}")
    return fill(size)
