"""What every part of the report schema is made of: the base of its models, and numbers that may not be finite."""

import math
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator


def _finite_or_none(value: Any) -> Any:
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _encodable(value: Any) -> Any:
    """Lone surrogates (Python makes them of bytes that are no UTF-8) as U+FFFD: no format could write them."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list | tuple):
        return [_encodable(item) for item in value]
    if isinstance(value, dict):
        return {_encodable(key): _encodable(item) for key, item in value.items()}
    return value


# Number: what a student's code computed, None where it is not finite. Amount: ours, always finite (JSON has no NaN).
Number = Annotated[float | None, BeforeValidator(_finite_or_none)]
Amount = Annotated[float, Field(allow_inf_nan=False)]


class Part(BaseModel):
    """The base of every model of the schema: nothing unknown, nothing changed, only text that can be written."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _only_encodable_text(cls, data: Any) -> Any:
        return _encodable(data)
