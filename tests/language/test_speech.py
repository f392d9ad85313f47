import threading
from pathlib import Path

import pytest

from grader.language import language, noted, noted_count, say, say_count, speaking, use


def test_english_is_the_template_itself() -> None:
    assert say("`{name}` is not in your file.", name="f") == "`f` is not in your file."
    assert (say_count("{count} hint", "{count} hints", 1), say_count("{count} hint", "{count} hints", 2)) == (
        "1 hint",
        "2 hints",
    )


def test_braces_are_ordinary_where_there_are_no_parts() -> None:
    assert say('as in "{student}-{exercise}.py"') == 'as in "{student}-{exercise}.py"'
    assert say("{text}", text="{not} a {placeholder}") == "{not} a {placeholder}"


def test_another_language() -> None:
    with speaking("zh"):
        assert say("`{name}` is not in your file.", name="f") == "`f` 不在你的文件里。"
        assert say_count("{count:,} hint taken", "{count:,} hints taken", 2) == "看过 2 条提示"
    assert say("`{name}` is not in your file.", name="f") == "`f` is not in your file."


def test_what_has_no_translation_is_told_in_english() -> None:
    with speaking("zh"):
        assert say("Nobody has translated {this}.", this="me") == "Nobody has translated me."
    with speaking("xx"):
        assert say("passed") == "passed"


def test_a_mark_changes_nothing() -> None:
    assert noted("passed") == "passed"
    assert noted_count("one", "many") == ("one", "many")


def test_a_process_speaks_in_every_thread_and_a_block_in_its_own(restored: None) -> None:
    heard = []
    use("zh")
    with speaking("en"):
        thread = threading.Thread(target=lambda: heard.append(language()))
        thread.start()
        thread.join()
        assert (language(), heard) == ("en", ["zh"])
    assert language() == "zh"


def test_an_error_ends_the_block() -> None:
    with pytest.raises(KeyError), speaking("zh"):
        raise KeyError
    assert language() == "en"


def test_english_reads_no_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.language.speech._translation", lambda name: pytest.fail("a catalogue was read"))
    assert say("passed") == "passed"
