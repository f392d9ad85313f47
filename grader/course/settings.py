"""What course.toml and exercise.toml may say, checked by pydantic; a mistake is one sentence to the author."""

import tomllib
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from grader.course.nearest import did_you_mean
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
        raise AuthorFault(f"{path}: {_sentence(_first(error), model)}") from error


def _first(error: ValidationError) -> ErrorDetails:
    """The mistake to tell: a misspelt key before the key that is missing because of it."""
    details = error.errors()
    return next((detail for detail in details if detail["type"] == "extra_forbidden"), details[0])


def _sentence(detail: ErrorDetails, model: type[BaseModel]) -> str:
    key = ".".join(str(part) for part in detail["loc"])
    if detail["type"] == "extra_forbidden":
        known = _keys_beside(detail["loc"], model)
        return say(
            "there is no key {key}.{guess} Known here: {known}.",
            key=key,
            guess=did_you_mean(str(detail["loc"][-1]), known),
            known=", ".join(known),
        )
    if detail["type"] == "missing":
        return say("the key {key} is missing.", key=key)
    message = detail["msg"].removeprefix("Value error, ")
    return f"{key}: {message[:1].lower()}{message[1:]}."


def _keys_beside(location: tuple[int | str, ...], model: type[BaseModel]) -> list[str]:
    """The keys that are allowed where the last part of ``location`` stands."""
    table: type[BaseModel] = model
    for part in location[:-1]:
        if isinstance(part, str):
            table = _model_in(table.model_fields[part].annotation) or table
    return list(table.model_fields)


def _model_in(annotation: Any) -> type[BaseModel] | None:
    """The model that an annotation such as ``LimitsTable`` or ``list[HintTable]`` holds."""
    inner = getattr(annotation, "__args__", (annotation,))[0]
    return inner if isinstance(inner, type) and issubclass(inner, BaseModel) else None
