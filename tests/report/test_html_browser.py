"""The HTML report in a real browser: both themes, all widths, print, keyboard, and hostile text.

Needs Debian's Chromium; without it these tests fail and say so.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from grader.report import html
from tests.report import hostile, samples
from tests.support import axe

pytestmark = pytest.mark.slow

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]

# Contrast by WCAG 2.2 of every text on what lies behind it; SVG texts on the fill that their class names.
CONTRAST = """() => {
  const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const rgba = color => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1);
    const d = canvas.getImageData(0, 0, 1, 1).data; return [d[0], d[1], d[2], d[3] / 255]; };
  const over = (top, under) => [0, 1, 2].map(i => top[i] * top[3] + under[i] * (1 - top[3])).concat([1]);
  const light = c => { const [r, g, b] = c.slice(0, 3).map(v => { v /= 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const ratio = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
  const behind = element => { const layers = [];
    for (let e = element; e; e = e.parentElement) layers.push(rgba(getComputedStyle(e).backgroundColor));
    return layers.reverse().reduce((under, top) => over(top, under), [255, 255, 255, 1]); };
  const cell = text => { const style = [...text.classList].find(name => /^(on|in)-/.test(name));
    const path = style && style !== "on-nan" && text.closest("svg").querySelector("path." + style.slice(3));
    return path ? rgba(getComputedStyle(path).fill) : behind(text.closest("figure")); };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement, text = walker.currentNode.data.trim();
    if (!text || ["TITLE", "DESC", "STYLE"].includes(element.tagName.toUpperCase())) continue;
    const style = getComputedStyle(element), drawn = element.tagName === "text";
    const under = drawn ? cell(element) : behind(element);
    const value = ratio(over(rgba(drawn ? style.fill : style.color), under), under);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && style.fontWeight >= 700);
    found.push([value / (large ? 3 : 4.5), text.slice(0, 40), element.className?.baseVal ?? element.className]);
  }
  return found;
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = shutil.which("chromium")
    assert path is not None, "these tests need Chromium: apt-get install chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    (folder / "student.html").write_text(html.render(samples.mixed()), encoding="utf-8")
    (folder / "instructor.html").write_text(html.render(samples.mixed(), for_instructor=True), encoding="utf-8")
    (folder / "pictures.html").write_text(html.render(samples.ten_pictures()), encoding="utf-8")
    return folder


class Opened:
    """An open page with everything that it asked for, said or tried."""

    def __init__(self, browser: Browser, file: Path, **options: Any) -> None:
        self.context = browser.new_context(**options)
        self.page: Page = self.context.new_page()
        self.requests: list[str] = []
        self.messages: list[str] = []
        self.dialogs: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("console", lambda message: self.messages.append(message.text))
        self.page.on("pageerror", lambda error: self.messages.append(str(error)))
        self.page.on("dialog", lambda dialog: self.dialogs.append(dialog.message))
        self.address = file.as_uri()
        self.page.goto(self.address)

    def __enter__(self) -> "Opened":
        return self

    def __exit__(self, *error: object) -> None:
        self.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["student", "instructor", "pictures"])
def test_every_text_has_enough_contrast(browser: Browser, folder: Path, scheme: Any, name: str) -> None:
    with Opened(browser, folder / f"{name}.html", color_scheme=scheme) as opened:
        opened.page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        found = opened.page.evaluate(CONTRAST)
    assert len(found) > 200
    assert [text for text in found if text[0] < 1] == []


def test_the_contrast_test_can_fail(browser: Browser, folder: Path) -> None:
    with Opened(browser, folder / "student.html") as opened:
        opened.page.add_style_tag(content=":root { --soft: #aaa }")
        assert [text for text in opened.page.evaluate(CONTRAST) if text[0] < 1] != []


def test_the_themes_differ(browser: Browser, folder: Path) -> None:
    colours = []
    for scheme in ("light", "dark"):
        with Opened(browser, folder / "student.html", color_scheme=scheme) as opened:
            colours.append(opened.page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert colours[0] != colours[1]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["student", "instructor", "pictures"])
@pytest.mark.parametrize("width", [320, 1280])
def test_axe_finds_nothing(browser: Browser, folder: Path, name: str, scheme: Any, width: int) -> None:
    viewport: Any = {"width": width, "height": 800}
    with Opened(browser, folder / f"{name}.html", color_scheme=scheme, viewport=viewport) as opened:
        opened.page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        assert axe.violations(opened.page) == []


def test_axe_can_find_something(browser: Browser, folder: Path) -> None:
    with Opened(browser, folder / "student.html") as opened:
        opened.page.evaluate("document.querySelector('.scroll').removeAttribute('tabindex')")
        opened.page.evaluate("document.documentElement.removeAttribute('lang')")
        assert any("html-has-lang" in line for line in axe.violations(opened.page))


@pytest.mark.parametrize("name", ["instructor", "pictures"])
@pytest.mark.parametrize("width", [320, 360, 768, 1280, 2560])
def test_no_width_scrolls_sideways(browser: Browser, folder: Path, width: int, name: str) -> None:
    with Opened(browser, folder / f"{name}.html", viewport={"width": width, "height": 800}) as opened:
        opened.page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        assert opened.page.evaluate("document.documentElement.scrollWidth") == width
        outside = """() => [...document.querySelectorAll("body *")].filter(e => !e.closest(".scroll, .skip-link, .vh"))
          .filter(e => e.getBoundingClientRect().right > innerWidth + 1).map(e => e.tagName)"""
        assert opened.page.evaluate(outside) == []


def test_it_asks_for_nothing_and_says_nothing(browser: Browser, folder: Path) -> None:
    with Opened(browser, folder / "instructor.html") as opened:
        opened.page.wait_for_load_state("networkidle")
        assert opened.requests == [opened.address]
        assert opened.messages == []


def test_the_policy_stops_a_script_and_a_request(browser: Browser, folder: Path, tmp_path: Path) -> None:
    attack = "<script>window.pwned = 1</script><img src='https://example.invalid/x.png'>"
    page = tmp_path / "attacked.html"
    text = (folder / "student.html").read_text(encoding="utf-8")
    page.write_text(text.replace("</main>", attack + "</main>"), encoding="utf-8")
    with Opened(browser, page) as opened:
        assert opened.page.evaluate("window.pwned") is None
        refused = [message for message in opened.messages if "Content Security Policy" in message]
        assert any("script" in message for message in refused)
        assert any("img-src" in message for message in refused)


def test_it_works_without_script(browser: Browser, folder: Path) -> None:
    with Opened(browser, folder / "student.html", java_script_enabled=False) as opened:
        closed = opened.page.locator("details:not([open])").first
        body = closed.locator(".body")
        assert not body.is_visible()
        closed.locator("summary").click()
        assert opened.page.locator("details[open]").count() > 0


def test_the_keyboard_reaches_and_opens_everything(browser: Browser, folder: Path) -> None:
    with Opened(browser, folder / "student.html") as opened:
        opened.page.keyboard.press("Tab")
        assert opened.page.evaluate("document.activeElement.className") == "skip-link"
        assert opened.page.locator(".skip-link").bounding_box()["x"] >= 0  # type: ignore[index]
        opened.page.locator("details:not([open]) summary").first.focus()
        count = opened.page.locator("details[open]").count()
        opened.page.keyboard.press("Enter")
        assert opened.page.locator("details[open]").count() == count + 1


def test_what_has_the_focus_is_seen(browser: Browser, folder: Path) -> None:
    """Every stop of the Tab key has an outline, or (the link that is hidden till then) comes into sight."""
    with Opened(browser, folder / "pictures.html") as opened:
        stops = []
        for _ in range(60):
            opened.page.keyboard.press("Tab")
            stop = opened.page.evaluate(
                """() => { const e = document.activeElement, s = getComputedStyle(e), r = e.getBoundingClientRect();
                  return [e.tagName + "." + e.className, s.outlineStyle, parseFloat(s.outlineWidth), r.right > 0]; }"""
            )
            if stop[0].startswith("BODY"):
                break
            stops.append(stop)
    assert len(stops) > 15
    assert {tag.partition(".")[0] for tag, *_ in stops} >= {"A", "SUMMARY", "DIV"}
    assert [stop for stop in stops if stop[1:] != ["solid", 3, True]] == []


def test_names_that_a_screen_reader_tells(browser: Browser, folder: Path) -> None:
    with Opened(browser, folder / "student.html") as opened:
        assert opened.page.get_by_role("heading", level=1).count() == 1
        assert opened.page.get_by_role("img", name="Gradient of").is_visible()
        assert opened.page.get_by_role("img", name="33% of the points").count() == 1
        assert opened.page.get_by_role("navigation", name="Exercises").is_visible()
        assert opened.page.get_by_role("region", name="3.4 Cross entropy with its own backward").is_visible()


def test_print_shows_what_is_closed_on_screen(browser: Browser, folder: Path) -> None:
    with Opened(browser, folder / "student.html", color_scheme="dark") as opened:
        closed = opened.page.locator("details:not([open]) .body").first
        assert not closed.is_visible()
        opened.page.emulate_media(media="print")
        box = closed.bounding_box()
        assert box is not None
        assert box["height"] > 10
        assert opened.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        assert [text for text in opened.page.evaluate(CONTRAST) if text[0] < 1] == []
        assert len(opened.page.pdf(format="A4")) > 10_000


def test_hostile_text_stays_text(browser: Browser, tmp_path: Path) -> None:
    poison = hostile.Poison(samples.report([samples.cross_entropy(), samples.ten_pictures().exercises[0]]))
    short = [text for text in hostile.STRINGS if len(text) < 10_000]
    page = tmp_path / "hostile.html"
    for text in ["".join(short), *(text for text in short if text.startswith(("</", '"', "'")))]:
        page.write_text(html.render(poison.report(text), for_instructor=True), encoding="utf-8")
        with Opened(browser, page) as opened:
            assert opened.page.evaluate("window.pwned") is None
            assert opened.page.locator("script, iframe, img, link, form, a:not([href^='#'])").count() == 0
            assert opened.page.locator("style").count() == 1
            assert (opened.requests, opened.dialogs, opened.messages) == ([opened.address], [], [])
