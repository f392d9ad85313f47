from grader.cli.app import COMMANDS
from grader.cli.document import cli_page
from tests.cli.conftest import ROOT


def test_the_page_is_current() -> None:
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    assert page == cli_page(), "run: python -m grader.cli.document > docs/cli.md"


def test_the_page_has_every_command_and_option() -> None:
    page = cli_page()
    assert all(f"## grade {name}\n" in page for name in COMMANDS)
    assert "--submission" in page
