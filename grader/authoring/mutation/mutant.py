"""One mutant: what was changed where, and a name for it that outlives edits elsewhere in the file."""

import difflib
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Key:
    """Names a mutant by what it says, not by where: the file may grow above it and the name stays.

    ``before`` and ``after`` are the changed lines, stripped and joined; ``occurrence`` counts mutants of one function
    that agree in everything else, from 1.
    """

    function: str  # "MLP.forward"; "" for the module's own level
    operator: str
    before: str
    after: str
    occurrence: int = 1

    def __str__(self) -> str:
        place = f"{self.function}: " if self.function else ""
        again = f" (occurrence {self.occurrence})" if self.occurrence > 1 else ""
        return f"{place}{self.operator}: `{self.before}` became `{self.after}`{again}"


@dataclass(frozen=True, slots=True)
class Mutant:
    """A changed reference."""

    key: Key
    source: bytes
    line: int  # of the change, in the reference

    def diff(self, original: bytes, file: str) -> str:
        """A unified diff against the reference, with one line around the change."""
        before, after = (text.decode().splitlines(keepends=True) for text in (original, self.source))
        return "".join(difflib.unified_diff(before, after, file, f"{file} ({self.key.operator})", n=1))


def changed_lines(original: str, mutated: str) -> tuple[str, str]:
    """(before, after): the lines in which two texts differ, stripped of space around them and joined by one."""
    old, new = original.splitlines(), mutated.splitlines()
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    if start in (len(old) - end, len(new) - end):  # lines that are all new, or all gone: the one before says where
        start = max(start - 1, 0)
    return _joined(old[start : len(old) - end]), _joined(new[start : len(new) - end])


def _joined(lines: list[str]) -> str:
    return " ".join(" ".join(line.split()) for line in lines if line.strip())
