"""A finding's pictures as the report holds them."""

from collections.abc import Iterable
from dataclasses import asdict

from pydantic import TypeAdapter, ValidationError

from grader.checks.finding import Picture as FoundPicture
from grader.report.picture import Picture

_MOST = 12  # of one finding
_READER: TypeAdapter[Picture] = TypeAdapter(Picture)


def reported(pictures: Iterable[FoundPicture]) -> list[Picture]:
    """The first dozen; without one that the schema refuses: a verdict does not fail for its picture."""
    found = (_reported(picture) for picture in list(pictures)[:_MOST])
    return [picture for picture in found if picture is not None]


def _reported(picture: FoundPicture) -> Picture | None:
    try:
        return _READER.validate_python(asdict(picture))
    except ValidationError:
        return None
