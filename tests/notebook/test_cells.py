"""Reading notebooks: what Jupyter, VS Code and Colab write, and whatever else may come."""

import json
import time
from pathlib import Path

import nbformat
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.notebook.cells import _MAX_VALUES, NotANotebook, read_cells
from tests.notebook.notebooks import cell, notebook

SAMPLES = sorted((Path(__file__).parent / "samples").glob("*.ipynb"))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_what_the_common_tools_write_is_read(path: Path) -> None:
    cells = read_cells(path.read_bytes())
    assert [found.marks for found in cells[:4]] == [("scale",), ("scale",), (), _of_means(path)]
    assert cells[0].lines[-1] == "    return x * factor"
    assert cells[2].lines == ("import torch", "%matplotlib inline", "scale(torch.ones(3), 2.0)")
    assert [found.number for found in cells] == list(range(1, len(cells) + 1))


def _of_means(path: Path) -> tuple[str, ...]:
    return ("column_means",) * (2 if path.stem == "jupyter" else 1)  # a tag there, beside the comment


def test_there_is_a_sample_of_each_tool() -> None:
    assert [path.stem for path in SAMPLES] == ["colab", "format3", "jupyter", "vscode"]


@pytest.mark.parametrize("path", [path for path in SAMPLES if path.stem != "format3"], ids=lambda path: path.stem)
def test_the_samples_are_notebooks_by_jupyter_s_own_word(path: Path) -> None:
    nbformat.validate(nbformat.read(path, as_version=nbformat.NO_CONVERT))


def test_cells_in_another_language_are_known_as_such() -> None:
    last = read_cells((Path(__file__).parent / "samples" / "vscode.ipynb").read_bytes())[-1]
    assert last.language == "shellscript"


@pytest.mark.parametrize(
    ("source", "metadata", "marks"),
    [
        ("# grade: scale\nx = 1", {}, ("scale",)),
        ("\n  #grade:Scale.py , 3.2\nx = 1", {}, ("scale", "3.2")),
        ("%%time\n# GRADE: scale\nx = 1", {}, ("scale",)),
        ("x = 1\n# grade: scale", {}, ()),
        ("# grades: scale", {}, ()),
        ("# grade:", {}, ()),
        ("x = 1", {"tags": ["hide-input", "grade:scale"]}, ("scale",)),
        ("x = 1", {"grade": "scale"}, ("scale",)),
        ("x = 1", {"grade": ["scale", 3, "means"]}, ("scale", "means")),
        ("x = 1", {"tags": "grade:scale", "grade": {"id": 1}, "nbgrader": {"grade": True}}, ()),
    ],
)
def test_marks(source: str, metadata: object, marks: tuple[str, ...]) -> None:
    assert read_cells(notebook(cell(source, metadata=metadata)))[0].marks == marks


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "no valid JSON"),
        (b"{", "no valid JSON"),
        (b"[]", "no cells"),
        (b"{}", "no cells"),
        (b'{"cells": {}}', "no cells"),
        (b'{"worksheets": 3}', "no cells"),
        (b'{"worksheets": [3, {"cells": 1}]}', "no cells"),
        (b"\xff\xfe{}", "not UTF-8"),
        (b"[" * 900_000, "no valid JSON"),
        (b'{"cells": ' * 100_000, "no valid JSON"),
        (b"[" + b"[]," * _MAX_VALUES, "too much data"),
        (notebook(cell("", source=3)), "text of cell 1 is no text"),
        (notebook("x = 1", cell("", source=["a", None])), "text of cell 2 is no text"),
        (notebook(cell("", source={"a": 1})), "text of cell 1 is no text"),
        (notebook("x = '\ud800'"), "cell 1 holds what is no character"),
        (notebook("x = '\0'"), "cell 1 holds what is no character"),
        (notebook("x", language_info={"name": "R"}), "another language, R"),
        (notebook("x", kernelspec={"language": "julia"}), "another language, julia"),
    ],
)
def test_what_is_no_notebook_is_said_in_one_sentence(content: bytes, says: str) -> None:
    began = time.monotonic()
    with pytest.raises(NotANotebook, match=says):
        read_cells(content)
    assert time.monotonic() - began < 5


def test_missing_and_odd_fields_are_passed_over() -> None:
    odd = [{"cell_type": "code"}, {"cell_type": "code", "source": "x = 1", "metadata": 3}, {"source": "y"}, 7, None,
           {"cell_type": "markdown", "source": 4}]  # fmt: skip
    cells = read_cells(json.dumps({"cells": odd, "metadata": []}).encode())
    assert [found.lines for found in cells] == [("",), ("x = 1",)]


def test_outputs_of_any_kind_and_size_do_not_matter() -> None:
    picture = {"output_type": "display_data", "data": {"image/png": "A" * 3_000_000}, "metadata": {}}
    numbers = b'{"cells": [{"cell_type": "code", "source": "x = 1", "outputs": [NaN, Infinity, 1e999, %s]}]}'
    assert read_cells(notebook(cell("x = 1", outputs=[picture])))[0].lines == ("x = 1",)
    assert read_cells(numbers % (b"9" * 100_000))[0].lines == ("x = 1",)


def test_line_ends_of_every_system_are_line_ends() -> None:
    assert read_cells(notebook(cell("", source="a\r\nb\rc\n")))[0].lines == ("a", "b", "c", "")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.sampled_from(["code", "# grade: a"]),
    lambda inner: st.lists(inner) | st.dictionaries(
        st.sampled_from(["cells", "worksheets", "cell_type", "source", "input", "metadata", "tags", "grade", "vscode",
                         "languageId", "kernelspec", "language"]), inner),
    max_leaves=20,
)  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(JSON | st.fixed_dictionaries({"cells": st.lists(st.fixed_dictionaries({"cell_type": st.just("code")}, optional={
    "source": JSON, "metadata": JSON}))}))  # fmt: skip
def test_it_reads_or_refuses_whatever_comes(document: object) -> None:
    try:
        cells = read_cells(json.dumps(document).encode())
    except NotANotebook:
        return
    assert all(isinstance(line, str) for found in cells for line in found.lines)
