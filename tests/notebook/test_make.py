"""The notebook that a student begins with."""

import json

import nbformat

from grader.notebook.cells import read_cells
from grader.notebook.make import make_notebook
from tests.notebook.test_assemble import MEANS, SCALE


def test_it_is_a_valid_notebook_with_statements_and_marked_stubs() -> None:
    made = make_notebook("# Basics\n\nRead this.", [SCALE, MEANS], "en")
    document = nbformat.reads(made.decode(), as_version=nbformat.NO_CONVERT)
    nbformat.validate(document)
    assert [cell.cell_type for cell in document.cells] == ["markdown", "markdown", "code", "markdown", "code"]
    assert document.cells[1].source == SCALE.statement("en").strip("\n")
    assert document.cells[2].source == f"# grade: scale\n{SCALE.stub.read_text()}".strip("\n")
    assert [cell.marks for cell in read_cells(made)] == [("scale",), ("column_means",)]


def test_jupyter_s_first_save_changes_nothing() -> None:
    made = make_notebook("", [SCALE], "en").decode()
    document = nbformat.reads(made, as_version=nbformat.NO_CONVERT)
    assert nbformat.writes(document) == made.rstrip("\n")
    assert json.loads(made)["nbformat_minor"] == 5


def test_it_speaks_the_language_that_is_asked_for() -> None:
    made = make_notebook("", [SCALE], "zh")
    assert nbformat.reads(made.decode(), as_version=4).cells[0].source == SCALE.statement("zh").strip("\n")
    assert SCALE.statement("zh") != SCALE.statement("en")
