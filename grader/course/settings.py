"""What course.toml and exercise.toml may say, checked by pydantic; a mistake is one sentence to the author."""

import tomllib
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from grader.course.mistakes import mistake
from grader.course.sizes import parse_size
from grader.faults import AuthorFault
from grader.language import say


def _size(value: object) -> object:
    return parse_size(value) if isinstance(value, str) else value


Size = Annotated[int, BeforeValidator(_size), Field(gt=0)]
Seconds = Annotated[float, Field(gt=0, le=3600)]
Text = Annotated[str, Field(min_length=1)]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class LimitsTable(_Table):
    """``[limits]``: what one check's process may use. What is left out keeps the sandbox's default."""

    cpu_seconds: Seconds | None = None
    wall_seconds: Seconds | None = None
    memory: Size | None = None
    processes: Annotated[int, Field(ge=1, le=1024)] | None = None
    output: Size | None = None
    disk: Size | None = None
    threads: Annotated[int, Field(ge=1, le=64)] | None = None
    network: bool | None = None


class ForbidTable(_Table):
    """``[forbid]``: calls by dotted name, operators by the name that torch's dispatcher uses, modules to import."""

    calls: list[Text] = []
    operators: list[Text] = []
    imports: list[Text] = []
    why: str = ""
    why_zh: str = ""


class HintTable(_Table):
    """One of ``[[hints]]``, in each language."""

    en: Text
    zh: str = ""


class ReleaseTable(_Table):
    """``[release]``: written by `grade release` into the student version, to say what is graded elsewhere."""

    hidden_checks: Annotated[int, Field(ge=0)]
    hidden_weight: Annotated[float, Field(ge=0)]  # beside the weights of the checks that are here


class ExerciseSettings(_Table):
    """exercise.toml."""

    title: Text
    title_zh: str = ""
    points: Annotated[float, Field(gt=0)] = 1.0
    limits: LimitsTable = LimitsTable()
    forbid: ForbidTable = ForbidTable()
    uses: list[Text] = []
    data: list[Text] = []
    rng: Literal["own", "shared"] = "own"
    hints: list[HintTable] = []
    release: ReleaseTable | None = None


class CourseSettings(_Table):
    """course.toml. ``order`` gives a chapter's exercises in order; what it leaves out follows by name."""

    title: Text
    title_zh: str = ""
    languages: Annotated[list[Text], Field(min_length=1)] = ["en"]
    chapters: Annotated[list[Text], Field(min_length=1)]
    order: dict[str, list[Text]] = {}


T = TypeVar("T", bound=BaseModel)


def read_settings(path: Path, model: type[T]) -> T:
    """The checked content of a TOML file. Raises AuthorFault with one sentence that names file, key and remedy."""
    try:
        table = tomllib.loads(path.read_bytes().decode())
    except OSError as error:
        raise AuthorFault(say("{path} can't be read: {reason}.", path=path, reason=error.strerror or error)) from error
    except UnicodeDecodeError as error:
        raise AuthorFault(
            say("{path} is not UTF-8 text (byte {start}); save it as UTF-8.", path=path, start=error.start)
        ) from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise AuthorFault(say("{path} is not valid TOML: {error}.", path=path, error=error)) from error
    try:
        return model.model_validate(table)
    except ValidationError as error:
        raise AuthorFault(f"{path}: {mistake(error, model)}") from error
