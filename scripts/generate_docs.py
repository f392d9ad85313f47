"""Write the pages that are made from code: the command line's help and the report's schema. A test holds them."""

from pathlib import Path

from grader.cli.document import cli_page
from grader.report.json import schema

DOCS = Path(__file__).resolve().parents[1] / "docs"


def main() -> None:
    (DOCS / "cli.md").write_text(cli_page(), encoding="utf-8")
    (DOCS / "report-schema.json").write_text(schema(), encoding="utf-8")


if __name__ == "__main__":
    main()
