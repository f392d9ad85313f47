"""``show``: pictures for whatever fails inside a block, made only when it fails, and the input that it failed on."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from grader.checks.finding import Finding
from grader.checks.picture import Picture
from grader.checks.render import TEXT_LIMIT, clean
from grader.language.course import told

_MOST = 6  # pictures of one failure
_LINES = 24  # of one input

Pictures = Picture | list[Picture]


@contextmanager
def show(*makers: Callable[[], Pictures], inputs: Mapping[str, str] | None = None) -> Iterator[None]:
    """Attach pictures to a helper's finding or a failed ``assert`` inside the block.

    ``makers`` are functions without arguments that return a picture or a list of them; they are called only after a
    failure. One that raises (a student's value may be anything) leaves its picture out, with a note on the failure
    that plain pytest and the instructor's report show. ``inputs`` (name -> text, which may have several lines: a
    program that the check made) are shown as the smallest input.
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
        if inputs:
            _attach_inputs(failure, {clean(name, 60): _lines(told(text)) for name, text in inputs.items()})
        raise


def pictures_of(failure: BaseException | None) -> list[Picture]:
    """The pictures of a failure that is no Finding."""
    found = getattr(failure, "_pictures", [])
    return found if isinstance(failure, AssertionError) and isinstance(found, list) else []


def inputs_of(failure: BaseException | None) -> dict[str, str]:
    """The inputs of a failure that is no Finding."""
    found = getattr(failure, "_inputs", {})
    return found if isinstance(failure, AssertionError) and isinstance(found, dict) else {}


def _attach_inputs(failure: AssertionError, inputs: dict[str, str]) -> None:
    if isinstance(failure, Finding):
        failure.facts.smallest_input.update(inputs)
    else:
        failure._inputs = inputs_of(failure) | inputs  # type: ignore[attr-defined]
        for name, text in inputs.items():  # plain pytest shows notes
            failure.add_note(f"{name} =\n{text}" if "\n" in text else f"{name} = {text}")


def _lines(text: str) -> str:
    """At most 24 lines, each without control characters; further ones are a dots' worth."""
    lines = text.split("\n")
    shown = [clean(line, TEXT_LIMIT) for line in lines[:_LINES]]
    return "\n".join([*shown, "…"] if len(lines) > _LINES else shown)


def _attach(failure: AssertionError, pictures: list[Picture]) -> None:
    held = failure.facts.pictures if isinstance(failure, Finding) else pictures_of(failure)
    held += pictures[: max(0, _MOST - len(held))]
    if not isinstance(failure, Finding):
        failure._pictures = held  # type: ignore[attr-defined]
