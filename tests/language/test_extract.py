import ast
from io import BytesIO

from grader.language.extract import extract_checks, extract_hint, extract_own, extract_template, template_of


def messages(extractor: object, source: str) -> list[object]:
    assert callable(extractor)
    return [message for _, _, message, _ in extractor(BytesIO(source.encode()), {}, (), {})]


def test_what_a_module_says() -> None:
    source = """
say("`{name}` is not here.", name=name)
say_count("{count} hint", "{count} hints", 3)
WORDS = {1: noted("passed"), 2: noted_count("a", "b")}
say(template)
other("nothing")
"""
    assert set(messages(extract_own, source)) == {
        "`{name}` is not here.", ("{count} hint", "{count} hints"), "passed", ("a", "b"),
    }  # fmt: skip


def test_the_help_of_commands() -> None:
    source = '''
@click.command("x", short_help="Do it.")
@click.option("--many", help="How many.")
def command(many):
    """Do it.

    All of it.
    """

def helper():
    """Not a help."""
'''
    assert set(messages(extract_own, source)) == {"Do it.", "How many.", "Do it.\n\nAll of it."}


def test_what_a_page_says() -> None:
    source = '<b>{{ say("Expected") }}</b>{{ say("of {whole}", whole=3) }}{{ say_count("{count} a", "{count} b", 2) }}'
    assert messages(extract_template, source) == ["Expected", "of {whole}", ("{count} a", "{count} b")]


def test_titles_and_sentences_of_checks() -> None:
    source = '''
"""Hidden checks for x."""
KINDS = {"every second element": make, "is a leaf": make, "a": make, "mul_ b": make}

@pytest.mark.parametrize("kind", ["not told at all"])
def test_values(rng):
    """Values are right, also for (2, 3).

    More for authors.
    """
    assert_close(f(x), y, message=f"`t` has shape {tuple(x.shape)} and {len(x):,} rows")
    make_inputs(rng, "n d", "d m")
    assert x, "the rows are mixed up"
    raise ValueError("this is for the author")
'''
    assert set(messages(extract_checks, source)) == {
        "Values are right, also for (2, 3)",
        "every second element",
        "is a leaf",
        "`t` has shape {tuple_x_shape} and {len_x} rows",
        "the rows are mixed up",
    }


def test_a_hint_is_the_first_line() -> None:
    assert messages(extract_hint, '"""You took the mean.\n\nMore."""\nFAILS = ["test_values"]') == [
        "You took the mean."
    ]
    assert messages(extract_hint, "FAILS = []") == []


def template(source: str) -> str:
    node = ast.parse(source, mode="eval").body
    assert isinstance(node, ast.JoinedStr)
    return template_of(node)


def test_placeholders_are_named_after_what_stands_in_them() -> None:
    assert template("f'{x} of {x.shape} and {len(a)}'") == "{x} of {x_shape} and {len_a}"
    assert template("f'{a[0]} and {a[1]}, {a[0]} again'") == "{a} and {a_2}, {a} again"
    assert template("f'{1 + 2}'") == "{value}"


def test_formats_and_braces_are_no_part_of_a_name() -> None:
    assert template("f'{n:,} rows {m!r:>{width}} {{}}'") == "{n} rows {m} {{}}"
