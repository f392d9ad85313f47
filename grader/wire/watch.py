"""What the worker is to look out for while the student's code runs, and what it saw."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Watch:
    """Forbidden names: operators ("aten::cdist"), calls ("torch.cdist"), imports ("scipy")."""

    operators: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    imports: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.operators or self.calls or self.imports)


@dataclass(frozen=True, slots=True)
class Watched:
    """One forbidden thing that the student's code did. ``line`` is 0 where no line of the submission led to it."""

    kind: str  # "operator", "call", "import"
    name: str
    file: str
    line: int
