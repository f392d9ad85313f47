"""The words of a picture in the language that is spoken: an author's from the course, the library's own from ours."""

from grader.checks.render import clean
from grader.language import say
from grader.language.course import told

_TITLE = 160


def titled(text: str, limit: int = _TITLE) -> str:
    """A title, a caption or a label, cut to ``limit`` characters; a default of the library's has its translation."""
    if not text:
        return ""
    words = told(text)
    return clean(words if words != text else say(text), limit)
