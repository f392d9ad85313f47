from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages import Catalog

from grader.language.catalogue import compiled, read, update


def checks(folder: Path, *messages: str) -> list[tuple[Path, str]]:
    file = folder / "checks.py"
    file.write_text("".join(f"assert x, {message!r}\n" for message in messages))
    return [(file, "extract_checks")]


def translate(path: Path, **translations: str) -> None:
    """Fill in what a translator would: by the first word of the message."""
    text = path.read_text()
    for message in read(path):
        if message.id and str(message.id).split()[0] in translations:
            before = f'msgid "{message.id}"\nmsgstr ""'
            assert before in text
            text = text.replace(before, f'msgid "{message.id}"\nmsgstr "{translations[str(message.id).split()[0]]}"')
    path.write_text(text)


def strings(path: Path) -> dict[object, tuple[object, bool]]:
    return {message.id: (message.string, message.fuzzy) for message in read(path) if message.id}


def test_new_messages_come_in_and_stale_ones_go(tmp_path: Path) -> None:
    path = tmp_path / "checks.zh.po"
    done = update(path, checks(tmp_path, "one thing is wrong", "other things are missing"), tmp_path)
    assert (done.messages, done.missing) == (2, 2)
    translate(path, one="一")
    done = update(path, checks(tmp_path, "one thing is wrong", "a third that nobody knows of"), tmp_path)
    assert (done.messages, done.missing) == (2, 1)
    assert strings(path) == {"one thing is wrong": ("一", False), "a third that nobody knows of": ("", False)}
    assert "missing" not in path.read_text()


def test_a_sentence_that_changed_a_little_is_to_be_looked_at(tmp_path: Path) -> None:
    path = tmp_path / "checks.zh.po"
    update(path, checks(tmp_path, "the rows of the result are mixed up"), tmp_path)
    translate(path, the="各行混了")
    done = update(path, checks(tmp_path, "the rows of a result are mixed up"), tmp_path)
    assert done.missing == 1
    assert strings(path) == {"the rows of a result are mixed up": ("各行混了", True)}


def test_the_same_sources_give_the_same_bytes(tmp_path: Path) -> None:
    path = tmp_path / "checks.zh.po"
    sources = checks(tmp_path, "one thing is wrong")
    update(path, sources, tmp_path)
    content = path.read_bytes()
    update(path, sources, tmp_path)
    assert path.read_bytes() == content
    update(path, [(sources[0][0], "extract_checks")], tmp_path)
    assert path.read_bytes() == content


def test_nothing_to_translate_leaves_no_file(tmp_path: Path) -> None:
    assert update(tmp_path / "checks.zh.po", checks(tmp_path), tmp_path).messages == 0
    assert list(tmp_path.glob("*.po")) == []


def test_a_fuzzy_message_is_not_compiled(tmp_path: Path) -> None:
    path = tmp_path / "x.po"
    path.write_text('#, fuzzy\nmsgid "one"\nmsgstr "一"\n\nmsgid "two"\nmsgstr "二"\n', encoding="utf-8")
    told = GNUTranslations(BytesIO(compiled(path)))
    assert (told.gettext("one"), told.gettext("two")) == ("one", "二")


def test_an_empty_catalogue_is_read(tmp_path: Path) -> None:
    path = tmp_path / "x.po"
    path.write_bytes(b"")
    assert len(read(path)) == len(Catalog()) == 0


@pytest.mark.parametrize("content", [b'msgid "a\n', b'msgid "\xff"\nmsgstr ""\n'])
def test_a_catalogue_that_can_not_be_read(tmp_path: Path, content: bytes) -> None:
    from grader.faults import AuthorFault

    (tmp_path / "x.po").write_bytes(content)
    with pytest.raises(AuthorFault, match=r"x\.po can't be read"):
        read(tmp_path / "x.po")
