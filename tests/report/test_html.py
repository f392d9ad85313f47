import re
from html.parser import HTMLParser

import pytest

from grader.report import html
from grader.report.model import Report
from grader.verdict import Cause
from tests.report import samples

VOID = {"meta", "rect", "path", "circle", "input", "img", "br", "hr", "link", "base"}


class Page(HTMLParser):
    """What a test wants to know of a page: elements, headings, ids, addresses, and whether every tag is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.headings: list[int] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def values(self, name: str) -> list[str]:
        return [value for _, attributes in self.elements if (value := attributes.get(name)) is not None]

    def tags(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


REPORTS = {"mixed": samples.mixed, "perfect": samples.perfect, "ten pictures": samples.ten_pictures}


@pytest.fixture(params=[(name, who) for name in REPORTS for who in (False, True)], ids=str)
def page(request: pytest.FixtureRequest) -> Page:
    name, for_instructor = request.param
    return Page(html.render(REPORTS[name](), for_instructor=for_instructor))


def test_every_tag_is_closed_in_order(page: Page) -> None:
    assert page.open == []


def test_headings_come_in_order(page: Page) -> None:
    assert page.headings[0] == 1
    assert page.headings.count(1) == 1
    assert all(after <= before + 1 for before, after in zip(page.headings, page.headings[1:], strict=False))


def test_ids_are_unique_and_every_reference_is_there(page: Page) -> None:
    ids = page.values("id")
    assert len(ids) == len(set(ids))
    wanted = [part for name in ("aria-labelledby", "aria-describedby") for part in page.values(name)]
    assert {part for text in wanted for part in text.split()} <= set(ids)
    links = [address for address in page.values("href") if not address.startswith("data:image/png;base64,")]
    assert {address.removeprefix("#") for address in links} <= set(ids)


def test_nothing_is_fetched_and_nothing_runs(page: Page) -> None:
    assert not {tag for tag, _ in page.elements} & {
        "script",
        "link",
        "img",
        "iframe",
        "object",
        "embed",
        "form",
        "base",
    }
    pixels = [dict(attributes)["href"] for tag, attributes in page.elements if tag == "image"]
    assert all((address or "").startswith("data:image/png;base64,") for address in pixels)
    assert all(address.startswith("#") for address in page.values("href") if address not in pixels)
    names = {name for _, attributes in page.elements for name in attributes}
    assert not {name for name in names if name.startswith("on")} | (names & {"src", "srcset", "action", "style"})


def test_the_style_sheet_fetches_nothing() -> None:
    style = re.search(r"<style>(.*)</style>", html.render(samples.perfect()), re.DOTALL)
    assert style is not None
    assert set(re.findall(r"url\(([^)]*)\)", style[1])) == {"#not-finite"}
    assert "@import" not in style[1]


def test_the_policy_comes_before_anything_it_governs(page: Page) -> None:
    names = [tag for tag, _ in page.elements]
    policy = next(a["content"] for a in page.tags("meta") if a.get("http-equiv") == "Content-Security-Policy")
    assert policy is not None
    assert "default-src 'none'; style-src 'unsafe-inline'; img-src data:" in policy
    assert names.index("style") > 2


def test_every_picture_has_a_text_alternative(page: Page) -> None:
    for attributes in page.tags("svg"):
        hidden = attributes.get("aria-hidden") == "true"
        named = attributes.get("role") == "img" and (attributes.get("aria-label") or attributes.get("aria-labelledby"))
        assert hidden or named


def test_a_picture_is_told_in_words() -> None:
    text = html.render(samples.mixed())
    assert "A matrix of 4 rows and 3 columns. The smallest value is −4, the largest 4. 1 value not finite." in text
    assert "Row 1: 4, 1, −4." in text
    assert "your loop: 60 values, starts at 2.303" in text


@pytest.mark.parametrize("report", [samples.ten_pictures(), samples.mixed()], ids=["ten pictures", "mixed"])
def test_a_chapter_stays_small(report: Report) -> None:
    assert len(html.render(report, for_instructor=True).encode()) < 300_000


def test_the_first_failures_lie_open_and_no_more() -> None:
    opened = ["open" in attributes for attributes in Page(html.render(samples.cross_entropy_report())).tags("details")]
    # gradient, ignore_index, label_smoothing; then skipped, not run, not graded
    assert opened == [True, True, True, False, False, False]


def test_a_check_without_anything_to_say_is_no_disclosure() -> None:
    assert Page(html.render(samples.perfect())).tags("details") == []


def test_what_the_notice_says_is_said_once() -> None:
    text = html.render(samples.report([samples.not_importable()]))
    assert text.count("cannot be imported: line 7") == 1


def test_scores_never_round_up() -> None:
    exercise = samples.all_passed().model_copy(update={"points": 3.9999})
    text = html.render(samples.report([exercise]))
    assert "<b>3.99</b>" in text
    assert "99%" in text
    assert "100%" not in text.split("</style>")[1]


def test_nothing_graded_is_not_a_zero() -> None:
    checks = [samples.check("test_a", "A", Cause.NOT_RUN)]
    exercise = samples.all_passed().model_copy(update={"points": 0.0, "max_points": 0.0, "checks": checks})
    body = html.render(samples.report([exercise])).split("</style>")[1]
    assert "<b>Not graded</b>" in body
    assert "0%" not in body


def test_an_exercise_without_checks_and_a_report_without_exercises() -> None:
    exercise = samples.all_passed().model_copy(update={"checks": []})
    assert "There is no check for this exercise." in html.render(samples.report([exercise]))
    assert "no checks" in html.render(samples.report([]))


def test_expected_and_actual_mark_where_they_differ() -> None:
    text = html.render(samples.cross_entropy_report())
    assert "<mark>-0.5000</mark>" in text
    assert "<mark>0.0831</mark>" not in text


def test_provenance() -> None:
    text = html.render(samples.mixed(), for_instructor=True)
    for fact in [
        "c0ffee5eed" * 4,
        "9f86d081884c",
        "bubblewrap, full isolation",
        "memory cgroup: missing",
        "2.13.0+cpu",
    ]:
        assert fact in text
    assert samples.CANARIES["seed"] in text


def test_one_chapter_is_the_title_and_several_are_listed() -> None:
    one = html.render(samples.report([samples.all_passed(), samples.not_importable()]))
    assert re.search(r"<h1[^>]*>Autograd by hand</h1>", one)
    several = html.render(samples.mixed())
    assert re.search(r"<h1[^>]*>PyTorch from the inside</h1>", several)
    assert "<bdi>Training loops</bdi>" in several


def test_the_same_report_gives_the_same_page() -> None:
    assert html.render(samples.mixed()) == html.render(samples.mixed())
