"""One check's feedback in a terminal: what is wrong, both values, the smallest input, pictures, frames."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grader.language import say
from grader.report.difference import Piece, difference
from grader.report.model import Feedback, ForInstructor, Frame, Output
from grader.report.sketch import sketch
from grader.report.text import binding, clean, code_spans, columns_of, one_line

_TEXT_LIMIT = 1_200  # a terminal scrolls away
_OUTPUT_LIMIT = 2_000


def prose(text: str, style: str = "") -> Text:
    """A sentence whose backticked parts are set as code; the backticks stay, as colour alone says nothing."""
    pieces = ((f"`{piece}`", "cyan") if is_code else piece for piece, is_code in code_spans(text))
    return Text.assemble(*pieces, style=style)


def feedback_block(feedback: Feedback, width: int) -> RenderableType:
    """Everything a student is told about one check, in at most ``width`` columns."""
    return Group(*_parts(feedback, width))


def printed_block(output: Output) -> Iterator[RenderableType]:
    for name, text in ((say("printed"), output.stdout), (say("printed to stderr"), output.stderr)):
        if text:
            yield _labelled(name, Text(clean(text, _OUTPUT_LIMIT).rstrip("\n")))
    if output.truncated:
        yield Text(say("There was more; the rest was not kept."), "dim")


def instructor_block(part: ForInstructor) -> RenderableType:
    texts = (
        (say("check"), part.assertion),
        (say("student's exception"), part.student_message),
        (say("traceback"), part.traceback),
        (say("seed of this check"), "" if part.seed is None else str(part.seed)),
    )
    blocks: list[RenderableType] = [Text(say("for the instructor alone"), "yellow")]
    blocks += [_labelled(name, Text(clean(text, _OUTPUT_LIMIT).rstrip("\n"))) for name, text in texts if text]
    blocks += printed_block(part.output) if part.output is not None else ()
    return Group(*blocks)


def _parts(feedback: Feedback, width: int) -> Iterator[RenderableType]:
    yield _sentence(feedback.headline)
    if feedback.misunderstanding:
        yield Text.assemble((say("A known mix-up: "), "bold yellow"), _sentence(feedback.misunderstanding))
    yield from (_sentence(detail) for detail in feedback.details)
    if feedback.expected is not None or feedback.actual is not None:
        yield _comparison(feedback.expected, feedback.actual, width)
    if feedback.where:
        yield _labelled(say("where"), _sentence(feedback.where))
    if feedback.smallest_input:
        bindings = (binding(name, text, _TEXT_LIMIT) for name, text in feedback.smallest_input.items())
        yield _labelled(say("smallest input"), Text("\n".join(bindings)))
    for picture in feedback.pictures:
        title, *lines = sketch(picture, width - 4)
        yield _labelled(title, Text("\n".join(lines), no_wrap=True, overflow="crop"))
    if feedback.traceback:
        yield _labelled(say("in your code"), Text("\n").join(map(_frame, feedback.traceback)))
    if feedback.hint:
        yield Text.assemble((say("What to look at: "), "bold cyan"), _sentence(feedback.hint))


def _sentence(text: str) -> Text:
    return prose(clean(text, _TEXT_LIMIT))


def _labelled(label: str, content: Text) -> RenderableType:
    return Group(Text(say("{label}:", label=label), "dim"), Padding(content, (0, 0, 0, 2)))


def _frame(frame: Frame) -> Text:
    place = say("{file}, line {line}", file=one_line(frame.file), line=frame.line)
    if frame.function:
        place = say("{place}, in {function}", place=place, function=one_line(frame.function))
    line = Text(place, "dim")
    return line.append(f"\n    {one_line(frame.source)}", "default") if frame.source else line


def _comparison(expected: str | None, actual: str | None, width: int) -> RenderableType:
    """Side by side where both fit, else one below the other. What differs is underlined where styles are shown."""
    left, right = clean(expected or "", _TEXT_LIMIT), clean(actual or "", _TEXT_LIMIT)
    if expected is None or actual is None:
        return _labelled(say("expected"), Text(left)) if actual is None else _labelled(say("yours"), Text(right))
    expected_text, actual_text = (_pieces(pieces) for pieces in difference(left, right))
    if max(columns_of(line) for line in [*left.split("\n"), *right.split("\n")]) > (width - 4) // 2:
        return Group(_labelled(say("expected"), expected_text), _labelled(say("yours"), actual_text))
    table = Table.grid(padding=(0, 2))
    half = (width - 4) // 2
    table.add_column(min_width=half)
    table.add_column()
    table.add_row(_labelled(say("expected"), expected_text), _labelled(say("yours"), actual_text))
    return table


def _pieces(pieces: list[Piece]) -> Text:
    return Text.assemble(*((text, "underline") if differs else text for text, differs in pieces))
