"""One exercise: its settings and where its files lie."""

import keyword
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from grader.course.settings import ExerciseSettings, LimitsTable, read_settings
from grader.faults import AuthorFault
from grader.language import say
from grader.sandbox.protocol import Limits

# Names that an exercise can't have: `from NAME import f` in a check must mean the student's file.
_TAKEN = {"torch", "numpy", "pytest", "grader", "reference", "checks", "fixtures", "conftest"}


@dataclass(frozen=True, slots=True)
class Forbid:
    """What a solution may not call, and why."""

    calls: tuple[str, ...] = ()
    operators: tuple[str, ...] = ()
    imports: tuple[str, ...] = ()
    why: str = ""
    why_zh: str = ""

    def why_in(self, language: str = "en") -> str:
        return self.why_zh if language == "zh" and self.why_zh else self.why

    def __bool__(self) -> bool:
        return bool(self.calls or self.operators or self.imports)


@dataclass(frozen=True, slots=True)
class Hint:
    """One step of help."""

    en: str
    zh: str = ""

    def text(self, language: str = "en") -> str:
        return self.zh if language == "zh" and self.zh else self.en


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What the whole course has of an exercise and its student version has not."""

    checks: int
    weight: float


@dataclass(frozen=True, slots=True)
class Exercise:
    """An exercise of a course. ``points`` is its weight in the course; its checks' own points are scaled to it."""

    id: str  # "ch03_by_hand/linreg_numpy"
    number: str  # "3.1"
    folder: Path  # exercises/ch03_by_hand/linreg_numpy
    solutions: Path  # solutions/ch03_by_hand/linreg_numpy; absent in a student's release
    data_folder: Path  # the course's data/
    title: str
    title_zh: str = ""
    points: float = 1.0
    limits: Limits = field(default_factory=Limits)
    forbid: Forbid = field(default_factory=Forbid)
    uses: tuple[str, ...] = ()  # ids of earlier exercises
    data: tuple[str, ...] = ()  # names of data sets that its checks read
    rng: Literal["own", "shared"] = "own"  # "shared": checks and student's code draw from one global random state
    hints: tuple[Hint, ...] = ()
    elsewhere: Elsewhere | None = None  # in a student's release: what is graded where one hands in

    @property
    def name(self) -> str:
        """The module that a student writes: "linreg_numpy"."""
        return self.folder.name

    @property
    def chapter(self) -> str:
        """The chapter's folder: "ch03_by_hand"."""
        return self.id.partition("/")[0]

    @property
    def file(self) -> str:
        """The file that a student writes: "linreg_numpy.py"."""
        return f"{self.name}.py"

    @property
    def stub(self) -> Path:
        return self.folder / self.file

    @property
    def checks(self) -> Path:
        return self.folder / "checks.py"

    @property
    def fixtures(self) -> Path | None:
        """Helpers that may be seen inside the sandbox, where the exercise has any."""
        path = self.folder / "fixtures.py"
        return path if path.is_file() else None

    @property
    def reference(self) -> Path:
        return self.solutions / self.file

    def right(self) -> tuple[Path, ...]:
        """Other right answers, by name."""
        return tuple(sorted((self.solutions / "right").glob("*.py")))

    def wrong(self) -> tuple[Path, ...]:
        """Known wrong answers, by name."""
        return tuple(sorted((self.solutions / "wrong").glob("*.py")))

    def attempts(self) -> tuple[Path, ...]:
        """Honest attempts from the statement alone, by name."""
        return tuple(sorted((self.solutions / "attempts").glob("*.py")))

    def title_in(self, language: str = "en") -> str:
        return self.title_zh if language == "zh" and self.title_zh else self.title

    def statement(self, language: str = "en") -> str:
        """The statement as Markdown, in English where there is no translation."""
        return read_statement(self.folder, language)


def read_statement(folder: Path, language: str) -> str:
    """README.md of a folder, or README.LANGUAGE.md where there is one."""
    translated = folder / f"README.{language}.md"
    path = translated if translated.is_file() else folder / "README.md"
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise AuthorFault(say("The statement {path} can't be read: {error}.", path=path, error=error)) from error


def load_exercise(folder: Path, solutions: Path, data_folder: Path, number: str) -> Exercise:
    """Read exercise.toml and see that the stub is there. Raises AuthorFault."""
    settings = read_settings(folder / "exercise.toml", ExerciseSettings)
    _check_name(folder)
    if not (folder / f"{folder.name}.py").is_file():
        raise AuthorFault(
            say(
                "{folder} has no stub: write {name}.py, the file that a student starts from.",
                folder=folder,
                name=folder.name,
            )
        )
    return Exercise(
        id=f"{folder.parent.name}/{folder.name}",
        number=number,
        folder=folder,
        solutions=solutions,
        data_folder=data_folder,
        title=settings.title,
        title_zh=settings.title_zh,
        points=settings.points,
        limits=_limits(settings.limits),
        forbid=_forbid(settings),
        uses=tuple(settings.uses),
        data=tuple(settings.data),
        rng=settings.rng,
        hints=tuple(Hint(hint.en, hint.zh) for hint in settings.hints),
        elsewhere=_elsewhere(settings),
    )


def _elsewhere(settings: ExerciseSettings) -> Elsewhere | None:
    table = settings.release
    return Elsewhere(table.hidden_checks, table.hidden_weight) if table else None


def _check_name(folder: Path) -> None:
    try:
        check_name(folder.name)
    except AuthorFault as fault:
        raise AuthorFault(f"{folder}: {fault}") from None


def check_name(name: str) -> None:
    """Whether an exercise can be called so. Raises AuthorFault."""
    if not name.isidentifier() or keyword.iskeyword(name):
        raise AuthorFault(say('"{name}" is no module name; use letters, digits and underscores.', name=name))
    if name in _TAKEN or name in sys.stdlib_module_names:
        raise AuthorFault(
            say('"{name}" is the name of another module; checks could not import the exercise.', name=name)
        )


def _forbid(settings: ExerciseSettings) -> Forbid:
    table = settings.forbid
    return Forbid(tuple(table.calls), tuple(table.operators), tuple(table.imports), table.why, table.why_zh)


def _limits(table: LimitsTable) -> Limits:
    """The sandbox's defaults, with what the exercise says; wall time follows CPU time where only that is given."""
    given: dict[str, Any] = {
        "cpu_seconds": table.cpu_seconds,
        "wall_seconds": table.wall_seconds,
        "memory_bytes": table.memory,
        "processes": table.processes,
        "output_bytes": table.output,
        "disk_bytes": table.disk,
        "threads": table.threads,
        "network": table.network,
    }
    limits = replace(Limits(), **{name: value for name, value in given.items() if value is not None})
    if table.wall_seconds is None:
        limits = replace(limits, wall_seconds=max(limits.wall_seconds, 3 * limits.cpu_seconds))
    return limits
