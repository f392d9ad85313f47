"""``show``: pictures for whatever fails inside a block, made only when it fails."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from grader.checks.finding import Finding
from grader.checks.picture import Picture

_MOST = 6  # pictures of one failure

Pictures = Picture | list[Picture]


@contextmanager
def show(*makers: Callable[[], Pictures]) -> Iterator[None]:
    """Attach pictures to a helper's finding or a failed ``assert`` inside the block.

    ``makers`` are functions without arguments that return a picture or a list of them; they are called only after a
    failure. One that raises (a student's value may be anything) leaves its picture out, with a note on the failure
    that plain pytest and the instructor's report show.
    """
    try:
        yield
    except AssertionError as failure:
        for maker in makers:
            try:
                made = maker()
            except Exception as error:
                failure.add_note(f"a picture could not be made: {type(error).__name__}: {error}")
            else:
                _attach(failure, made if isinstance(made, list) else [made])
        raise


def pictures_of(failure: BaseException | None) -> list[Picture]:
    """The pictures of a failure that is no Finding."""
    found = getattr(failure, "_pictures", [])
    return found if isinstance(failure, AssertionError) and isinstance(found, list) else []


def _attach(failure: AssertionError, pictures: list[Picture]) -> None:
    held = failure.facts.pictures if isinstance(failure, Finding) else pictures_of(failure)
    held += pictures[: max(0, _MOST - len(held))]
    if not isinstance(failure, Finding):
        failure._pictures = held  # type: ignore[attr-defined]
