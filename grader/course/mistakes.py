"""What is wrong with a TOML file that pydantic refuses, in one sentence: the key, and what it must hold."""

from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from grader.course.nearest import did_you_mean
from grader.language import noted, say

# Pydantic's name of a mistake: what the value must do.
_WANTED = {
    "string_type": noted('be text, as "text"'),
    "string_too_short": noted("not be empty"),
    "int_type": noted("be a whole number"),
    "float_type": noted("be a number"),
    "bool_type": noted("be true or false"),
    "list_type": noted('be a list, as ["one", "two"]'),
    "dict_type": noted("be a table"),
    "model_type": noted("be a table"),
    "too_short": noted("hold at least one entry"),
    "greater_than": noted("be above {gt}"),
    "greater_than_equal": noted("be at least {ge}"),
    "less_than_equal": noted("be at most {le}"),
    "literal_error": noted("be one of {expected}"),
    "finite_number": noted("be a number"),
    "float_parsing": noted("be a number"),
    "int_from_float": noted("be a whole number"),
    "int_parsing": noted("be a whole number"),
}


def mistake(error: ValidationError, model: type[BaseModel]) -> str:
    """The sentence about the first mistake, without the file's name."""
    return _sentence(_first(error), model)


def _first(error: ValidationError) -> ErrorDetails:
    """The mistake to tell: a misspelt key before the key that is missing because of it."""
    details = error.errors()
    return next((detail for detail in details if detail["type"] == "extra_forbidden"), details[0])


def _sentence(detail: ErrorDetails, model: type[BaseModel]) -> str:
    key = _key(detail["loc"])
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
    if detail["type"] in _WANTED:
        return say("{key} must {wanted}.", key=key, wanted=say(_WANTED[detail["type"]], **detail.get("ctx", {})))
    message = detail["msg"].removeprefix("Value error, ").removesuffix(".")
    return f"{key}: {message[:1].lower()}{message[1:]}." if key else f"{message}."


def _key(location: tuple[int | str, ...]) -> str:
    """``limits.memory``; ``hints, entry 2: en`` where a table stands in a list."""
    words = between = ""
    for part in location:
        if isinstance(part, int):
            words, between = say("{list}, entry {number}", list=words, number=part + 1), ": "
        else:
            words, between = f"{words}{between}{part}", "."
    return words


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
