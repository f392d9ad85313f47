"""What axe-core, the accessibility checker, finds in a page. https://github.com/dequelabs/axe-core"""

from functools import cache
from importlib.resources import files

from playwright.sync_api import Page

_RUN = """async () => {
  const found = await axe.run(document, {resultTypes: ["violations"]});
  return found.violations.flatMap(v => v.nodes.map(n => `${v.id}: ${v.help}: ${n.html.slice(0, 200)}`));
}"""


@cache
def _script() -> str:
    return files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")


def violations(page: Page) -> list[str]:
    """Every violation of every rule, with the element."""
    page.evaluate(_script())
    found: list[str] = page.evaluate(_RUN)
    return found
