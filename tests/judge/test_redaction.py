"""Quoted strings in the feedback of hidden checks."""

import pytest

from grader.judge.redaction import without_foreign_strings
from grader.judge.source import Source
from grader.report.model import Feedback

SOURCE = Source("answer.py", b"MODE = 'mean'\n")


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("It returned the string 'secret' instead of 3.", "It returned the string '…' instead of 3."),
        ('It returned "it\'s secret".', "It returned '…'."),
        (r"It returned 'it\'s \"secret\"'.", "It returned '…'."),
        ("It returned b'secret'.", "It returned '…'."),
        ("keys ['secret', 'mean']", "keys ['…', 'mean']"),
        ("It returned 'secret that was cut off…", "It returned '…'"),
        ("It doesn't return 'secret', and that isn't right.", "It doesn't return '…', and that isn't right."),
        ("`f` doesn't give the student's 1.5", "`f` doesn't give the student's 1.5"),
        ("a\n'two\nlines'", "a\n'…'"),
        (
            "The result is an object of type secret stuff instead of 3.",
            "The result is an object of type … instead of 3.",
        ),
        ("an object of type secret", "an object of type …"),
        ("an object of type module.", "an object of type …."),
        ("an object of type Linear instead of 3.", "an object of type Linear instead of 3."),
        ("an object of type MODE instead of 3.", "an object of type MODE instead of 3."),
    ],
)
def test_strings_that_are_not_the_students_are_blanked(text: str, clean: str) -> None:
    said = Feedback(headline=text, details=[text], expected=text, actual=text, where=text, smallest_input={"x": text})
    cleaned = without_foreign_strings(said, SOURCE)
    assert cleaned == Feedback(
        headline=clean, details=[clean], expected=clean, actual=clean, where=clean, smallest_input={"x": clean}
    )


def test_an_input_of_which_nothing_is_left_is_left_out() -> None:
    inputs = {
        "kind": "'secret'",
        "names": "['secret', 'more']",
        "x": "[1.0]",
        "mixed": "['secret', 2]",
        "mode": "'mean'",
    }
    cleaned = without_foreign_strings(Feedback(headline="It fails.", smallest_input=inputs), SOURCE)
    assert cleaned.smallest_input == {"x": "[1.0]", "mixed": "['…', 2]", "mode": "'mean'"}
