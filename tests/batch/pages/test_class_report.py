"""The class report of a thousand students: small, sortable without script, and no student's text does anything."""

import re
import shutil
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

from grader.batch.gradebook import make_gradebook
from grader.batch.journal import Journal
from grader.batch.pages.class_report import render_class
from grader.batch.pages.figures import class_figures
from grader.batch.pages.similar_page import render_similar, shown
from grader.batch.policy import Policy
from grader.batch.similar import Pair
from tests.batch.gradebook.marked import columns, hand_in
from tests.batch.stand_in import MEANS, SCALE
from tests.support import axe

HOSTILE = [
    "<script>document.title = 'owned'</script>", '"><img src=x onerror="document.title=1">',
    "</div></div><style>*{display:none}",
    "{{ 7 * 7 }}", "a\u202eb\x1b[2J", "x" * 500, "&lt;b&gt;",
]  # fmt: skip


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Journal]:
    with Journal(tmp_path_factory.mktemp("class") / "journal.sqlite") as opened:
        columns(opened)
        with opened.transaction():
            pass
        for at, name in enumerate([*HOSTILE, *(f"Student {at:04}" for at in range(1000 - len(HOSTILE)))]):
            shares = {SCALE: 1.0 if at % 3 else 0.25, MEANS: None if at % 97 == 96 else (at % 11) / 10}
            hand_in(opened, name, shares, hint=HOSTILE[0] if at % 5 == 0 else "divides by n - 1", title=HOSTILE[1])
        yield opened


@pytest.fixture(scope="module")
def page(journal: Journal) -> str:
    return render_class(journal, make_gradebook(journal, Policy()), HOSTILE[0])


def test_a_thousand_students_are_a_small_page_in_seconds(journal: Journal) -> None:
    begin = time.process_time()
    page = render_class(journal, make_gradebook(journal, Policy()), "A course")
    assert time.process_time() - begin < 20
    assert len(page.encode()) < 2 << 20
    assert page.count('class="who"') == 1002


def test_no_text_of_students_is_markup(page: str) -> None:
    assert "<script" not in page
    assert "<img" not in page
    assert "{display:none}" not in re.sub(r"<[^>]*>", "", page) or "&lt;style&gt;*{display:none}" in page
    assert "\u202e" not in page
    assert "\x1b" not in page
    assert "{{ 7 * 7 }}" in page
    assert "x" * 100 not in page
    assert "default-src 'none'" in page


def test_the_figures(journal: Journal) -> None:
    figures = class_figures(journal, make_gradebook(journal, Policy()))
    assert len(figures.rows) == 1000
    assert sum(figures.bins) + len(figures.not_graded) == 1000
    assert len(figures.not_graded) == 10
    assert sum(row.cells.endswith("oo") for row in figures.rows) == 10
    assert figures.misunderstandings.most_common(1)[0][0][1] == "divides by n - 1"
    hardest = figures.hardest()[0]
    assert hardest.failed_share == max(each.failed_share for each in figures.checks.values())
    assert hardest.column.id == "test_values"


@pytest.mark.slow
def test_in_a_browser(page: str, tmp_path: Path) -> None:
    """Nothing runs, nothing is fetched, and the rows come in the order that was asked for."""
    path = tmp_path / "class.html"
    path.write_text(page, encoding="utf-8")
    chromium = shutil.which("chromium")
    assert chromium is not None, "this test needs Chromium: apt-get install chromium"
    with sync_playwright() as browsers:
        browser = browsers.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        view = browser.new_page(viewport={"width": 1200, "height": 900})
        asked: list[str] = []
        complaints: list[str] = []
        view.on("request", lambda request: asked.append(request.url))
        view.on("console", lambda message: complaints.append(message.text))
        view.goto(path.as_uri())
        assert asked == [path.as_uri()]
        assert complaints == []
        assert view.title().startswith("<script>")
        first = view.evaluate(_FIRST)
        view.get_by_text("by points, lowest first").click()
        lowest = view.evaluate(_FIRST)
        assert first != lowest
        assert lowest == "open"
        for width in (320, 380):
            view.set_viewport_size({"width": width, "height": 700})
            assert view.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        browser.close()


@pytest.mark.slow
def test_axe_finds_nothing(journal: Journal, tmp_path: Path) -> None:
    gradebook = make_gradebook(journal, Policy())
    few = replace(gradebook, lines=gradebook.lines[:40])
    pair = Pair("a", "b", 0.83, frozenset({2}), frozenset({1}))
    pages = {
        "class": render_class(journal, few, "A course"),
        "similar": render_similar(
            [shown("1.1 View", pair, ("ann", "x = 1\n" * 9), ("zoe", "x = 2\n" * 9))], "A course"
        ),
    }
    chromium = shutil.which("chromium")
    assert chromium is not None, "this test needs Chromium: apt-get install chromium"
    with sync_playwright() as browsers:
        browser = browsers.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for name, text in pages.items():
            (tmp_path / name).with_suffix(".html").write_text(text, encoding="utf-8")
            for scheme in ("light", "dark"):
                for width in (320, 1200):
                    viewport: Any = {"width": width, "height": 800}
                    view = browser.new_context(viewport=viewport, color_scheme=scheme).new_page()
                    view.goto((tmp_path / name).with_suffix(".html").as_uri())
                    assert axe.violations(view) == [], (name, scheme, width)
                    assert view.evaluate("document.documentElement.scrollWidth") <= width
        browser.close()


# The points of the row that is highest on the screen.
_FIRST = """
[...document.querySelectorAll(".map > div:not(.head)")]
    .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)[0].querySelector(".sum").textContent
"""


def test_pairs_side_by_side_are_text() -> None:
    text = "<b>x</b>\ny = '</pre><script>alert(1)</script>'\n"
    pair = Pair("a", "b", 0.83, frozenset({2}), frozenset({1}))
    page = render_similar([shown("1.1 <i>", pair, (HOSTILE[0], text), ("zoe", text))], "title")
    assert "<script" not in page
    assert "<b>x</b>" not in page
    assert page.count("<mark>") == 2
    assert "83%" in page
    assert "No pair" in render_similar([], "title")
