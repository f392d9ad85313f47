"""A statement's Markdown drawn for a terminal, so that nothing of it is lost at a width of 80."""

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import Markdown, TableElement
from rich.table import Table


class _WholeTable(TableElement):
    """Rich cuts a word that is wider than its column: a function with its arguments, often. Here it is broken."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for part in super().__rich_console__(console, options):
            if isinstance(part, Table):
                for column in part.columns:
                    column.overflow = "fold"
            yield part


class Statement(Markdown):
    """Markdown whose tables keep every character."""

    elements = {**Markdown.elements, "table_open": _WholeTable}  # noqa: RUF012

    def __init__(self, markup: str) -> None:
        super().__init__(markup, hyperlinks=False, code_theme="ansi_dark")
