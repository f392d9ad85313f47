"""Nothing lacks its translation, nothing is stale, and no placeholder differs: torchgrade's own words and the course's.

``make translations`` brings the catalogues up to date; what is new waits there for a translation.
"""

import re
import shutil
from collections.abc import Iterator
from functools import cache
from gettext import GNUTranslations
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from babel.messages import Catalog, Message

from grader.authoring.translations import update_course
from grader.course import load_course
from grader.language.catalogue import compiled, own_sources, read, update
from grader.language.extract import is_words
from grader.language.speech import DOMAIN, LOCALES

ROOT = Path(__file__).parents[2]
OWN = Path(LOCALES, "zh", "LC_MESSAGES", f"{DOMAIN}.po")
CATALOGUES = [OWN, *sorted(ROOT.glob("exercises/*/*/*.zh.po")), *sorted(ROOT.glob("solutions/*/*/*.zh.po"))]
HAN = re.compile(r"[\u4e00-\u9fff]")
# Formulas, code and the words of torch: the same in both languages.
SAME = {
    "my_gradcheck: |analytic - numeric| <= atol + rtol * |numeric|",
    "RuntimeError: element 0 of tensors does not require grad",
    "Full backward hook is firing",
    "{kind}: inside fn",
}


@cache
def catalogue(path: Path) -> Catalog:
    return read(path)


def messages() -> Iterator[tuple[Path, Message]]:
    for path in CATALOGUES:
        yield from ((path, message) for message in catalogue(path) if message.id)


def texts(value: Any) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else (value,)


def placeholders(template: str) -> list[tuple[str, str | None, str | None]]:
    """Names with their formats and conversions; of a text that is no template at all, none."""
    try:
        parts = list(Formatter().parse(template))
    except ValueError:
        return []
    return sorted({(name, form, conversion) for _, name, form, conversion in parts if name is not None}, key=str)


def test_every_message_has_a_translation() -> None:
    done = ((path, message, not message.fuzzy and all(texts(message.string))) for path, message in messages())
    assert [(path.name, message.id) for path, message, whole in done if not whole] == []


def test_no_placeholder_differs() -> None:
    odd = [
        (path.name, message.id, string)
        for path, message in messages()
        for string in texts(message.string)
        if placeholders(texts(message.id)[-1]) != placeholders(string)
    ]
    assert odd == []


def test_translations_are_chinese() -> None:
    foreign = [
        (path.name, message.id)
        for path, message in messages()
        for string in texts(message.string)
        if is_words(string) and not HAN.search(string) and string not in SAME
    ]
    assert foreign == []


def test_code_in_backticks_is_untouched() -> None:
    def code(text: str) -> set[str]:
        return set(re.findall(r"`[^`\n]+`", text))

    changed = [
        (path.name, message.id, string)
        for path, message in messages()
        for string in texts(message.string)
        if not code(texts(message.id)[-1]) <= code(string)
    ]
    assert changed == []


def test_our_own_catalogue_is_in_step(tmp_path: Path) -> None:
    copy = tmp_path / OWN.name
    shutil.copy(OWN, copy)
    update(copy, own_sources(ROOT / "grader"), ROOT)
    assert copy.read_text(encoding="utf-8") == OWN.read_text(encoding="utf-8"), "run `make translations`"


def test_the_compiled_catalogue_is_that_of_the_source() -> None:
    from io import BytesIO

    def content(mo: bytes) -> dict[Any, str]:
        return {key: text for key, text in vars(GNUTranslations(BytesIO(mo)))["_catalog"].items() if key}

    assert content(OWN.with_suffix(".mo").read_bytes()) == content(compiled(OWN)), "run `make translations`"


@pytest.mark.slow
def test_the_catalogues_of_the_course_are_in_step(tmp_path: Path) -> None:
    for part in ("course.toml", "exercises", "solutions"):
        source = ROOT / part
        copy = shutil.copytree if source.is_dir() else shutil.copy
        copy(source, tmp_path / part)
    done = list(update_course(load_course(tmp_path).exercises))
    assert len(done) == 2 * len(load_course(tmp_path).exercises)
    stale = [
        each.path.relative_to(tmp_path).as_posix()
        for each in done
        if each.messages and each.path.read_bytes() != (ROOT / each.path.relative_to(tmp_path)).read_bytes()
    ]
    assert stale == [], "run `make translations`"
