import pytest

from grader.report.sketch import sketch
from grader.report.text import ascii_only, binding, clean, code_spans, one_line, shorten
from tests.report import samples


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain\ntwo", "plain\ntwo"),
        ("\x1b[31mred", "␛[31mred"),
        ("nul\x00 bell\x07 del\x7f", "nul␀ bell␇ del␡"),
        ("c1 \x9b31m", "c1 ⟨U+009B⟩31m"),
        ("txt\u202eexe", "txt⟨U+202E⟩exe"),
        ("zero\u200bwidth", "zero⟨U+200B⟩width"),
        ("a\r\nb\rc\u2028d\x85e\x0bf\x0cg", "a\nb\nc\nd\ne\nf\ng"),
        ("a\tb", "a    b"),
        ("\ud800", "\ufffd"),
        ("\uffff", "\ufffd"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("é עברית 漢字", "é עברית 漢字"),
        ("e" + "\u0301" * 50, "e" + "\u0301" * 4),
    ],
)
def test_clean(text: str, shown: str) -> None:
    assert clean(text) == shown


def test_marks_are_calmed_letter_by_letter() -> None:
    assert clean("e\u0301" * 20) == "e\u0301" * 20


def test_clean_cuts_before_it_looks() -> None:
    assert len(clean("\x1b" * 10_000_000, limit=100)) < 200


def test_shorten_keeps_both_ends_and_says_how_much_is_gone() -> None:
    text = shorten("a" * 90 + "b" * 1_000 + "c" * 90, 100)
    assert text.startswith("a" * 75)
    assert text.endswith("c" * 25)
    assert "[1,080 characters left out]" in text


def test_shorten_leaves_what_fits() -> None:
    assert shorten("a" * 100, 100) == "a" * 100


def test_one_line() -> None:
    assert one_line("a" * 1_000_000, 10) == "aaaaaaaaa…"
    assert one_line("\x80" * 10, 10) == "⟨U+0080⟩⟨…"
    assert one_line("  two\n\nlines\t here ") == "two lines here"


def test_binding_keeps_the_literal_in_line() -> None:
    assert binding("mask", "[[0, 1],\n [2, 3]]") == "mask = [[0, 1],\n        [2, 3]]"


def test_binding_of_a_program_stands_below_the_name() -> None:
    assert binding("program", "y = x.exp()\ny.mul_(2)") == "program:\n  y = x.exp()\n  y.mul_(2)"
    assert binding("program", "y = x.exp()") == "program = y = x.exp()"


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("", []),
        ("no code", [("no code", False)]),
        ("`f` is `g`", [("f", True), (" is ", False), ("g", True)]),
        ("an odd ` stays", [("an odd ` stays", False)]),
        ("`` empty", [("`` empty", False)]),
        ("not `over\nlines`", [("not `over\nlines`", False)]),
    ],
)
def test_code_spans(text: str, pieces: list[tuple[str, bool]]) -> None:
    assert code_spans(text) == pieces


def test_code_spans_lose_no_character_but_the_backticks() -> None:
    text = "`a` b `c``d` e` f"
    assert "".join(piece for piece, _ in code_spans(text)).replace("`", "") == text.replace("`", "")


def test_ascii_only() -> None:
    assert ascii_only("✓ 2 → 3 … 漢") == "+ 2 -> 3 ... \\u6f22"


def test_pictures_can_be_read_without_unicode() -> None:
    lines = [line for picture in samples.all_pictures() for line in sketch(picture, 72)[1:]]
    assert [line for line in map(ascii_only, lines) if "\\u" in line] == []
