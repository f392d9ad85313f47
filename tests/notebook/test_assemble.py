"""Which cells are an exercise's answer, and where their lines stood."""

import pytest

from grader.notebook import CellPlace, NoCell, left_out, place_of, python_of, without_marks
from grader.notebook.choice import candidates
from tests.notebook.notebooks import cell, notebook
from tests.watch.test_look import COURSE

SCALE, MEANS = COURSE.exercise("ch01_basics/scale"), COURSE.exercise("ch01_basics/column_means")


def lines(content: bytes) -> list[str]:
    return python_of(content, SCALE).decode().splitlines()


def test_all_cells_count_where_none_is_marked() -> None:
    assert lines(notebook("a = 1", "", "b = 2\n%time f()")) == [
        "# %% cell 1", "a = 1", "# %% cell 3", "b = 2", "# left out: %time f()",
    ]  # fmt: skip


@pytest.mark.parametrize("cells", [("x = 2\ndisplay(x)",), ("from __future__ import annotations\nprint(1)",)])
def test_display_is_there_as_in_a_notebook_and_costs_no_line(
    cells: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    content = python_of(notebook(*cells), SCALE)
    exec(compile(content, "answer", "exec"), {})
    assert capsys.readouterr().out.strip() in ("2", "1")
    where = content.decode().splitlines().index(cells[0].splitlines()[1]) + 1
    assert place_of(content, where) == CellPlace(1, 2)
    assert without_marks(content).decode().split() == cells[0].split()


@pytest.mark.parametrize("mark", ["scale", "Scale.py", "1.1", "ch1.1", "ch01_basics/scale", "column_means, scale"])
def test_the_marked_cells_count_where_some_are_marked(mark: str) -> None:
    found = lines(notebook("x = 0", f"# grade: {mark}\na = 1", "# grade: column_means\nb = 1"))
    assert found == ["# %% cell 2", f"# grade: {mark}", "a = 1"]


def test_cells_for_all_go_with_every_exercise_in_their_order() -> None:
    content = notebook("# grade: all\nimport torch", "# grade: column_means\n1", "# grade: scale\na = torch")
    assert [line for line in lines(content) if line.startswith("# %%")] == ["# %% cell 1", "# %% cell 3"]


def test_cells_for_all_alone_are_no_answer() -> None:
    with pytest.raises(NoCell):
        lines(notebook("# grade: all\nimport torch", "# grade: column_means\n1"))


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (notebook(), "has no code cell"),
        (notebook("", "  \n"), "has no code cell"),
        (notebook("# grade: column_means\n1"), "begin one with the line `# grade: scale`"),
        (notebook("# grade: scales\n1"), "one is marked `scales`. Is that it?"),
    ],
)
def test_no_cell_is_said_with_what_to_do(content: bytes, says: str) -> None:
    with pytest.raises(NoCell, match=says):
        lines(content)


def test_a_cell_in_another_language_is_left_out_and_told() -> None:
    content = python_of(notebook("a = 1", cell("ls", metadata={"vscode": {"languageId": "shellscript"}})), SCALE)
    assert b"ls" not in content.replace(b"shellscript", b"")
    assert left_out(content) == [(CellPlace(2, 1), "%%shellscript")]


def test_every_line_knows_its_cell() -> None:
    content = python_of(notebook("a\nb", "", "# grade: x\nc".replace("# grade: x\n", ""), "%time d\ne"), SCALE)
    places = {line: place_of(content, number) for number, line in enumerate(content.decode().splitlines(), start=1)}
    assert places["b"] == CellPlace(1, 2)
    assert places["c"] == CellPlace(3, 1)
    assert places["e"] == CellPlace(4, 2)
    assert left_out(content) == [(CellPlace(4, 1), "%time d")]
    assert place_of(b"x = 1\n", 1) is None


def test_notebooks_are_tried_in_the_order_of_what_their_names_say() -> None:
    names = ["scratch.ipynb", "ch1.ipynb", "column_means.ipynb", "scale.ipynb", "scale.py", "ch01_basics.ipynb"]
    found = [parts[-1] for parts in candidates(SCALE, [("ch01_basics", name) for name in names])]
    assert found == ["scale.ipynb", "ch01_basics.ipynb", "ch1.ipynb", "scratch.ipynb"]


@pytest.mark.parametrize(
    "mark", ["# grade：scale", "# grade: scale (mine)", "## Grade : column_means，scale", "\ufeff# grade: scale"]
)
def test_a_mark_as_people_type_it(mark: str) -> None:
    found = lines(notebook("x = 0", f"{mark}\na = 1", "# grade: column_means\nb = 1"))
    assert found == ["# %% cell 2", mark.removeprefix("\ufeff"), "a = 1"]
    assert without_marks("\n".join(found).encode()) == b"a = 1"


def test_a_mark_that_is_not_its_cell_s_first_line_is_told() -> None:
    """As two cells look that were merged."""
    content = notebook("y = 1", "# grade: column_means\nb = 1\n\n# grade: 1.1\na = 1")
    with pytest.raises(NoCell, match=r"the mark in line 4 of cell 2 counts only as a cell's first line"):
        lines(content)


@pytest.mark.parametrize(
    ("cells", "first"),
    [
        (("x = 1", "from __future__ import annotations\ny = 2"), ["from __future__ import annotations  # %%"]),
        (
            ("x = 1", "from __future__ import annotations  # so\ndisplay(x)"),
            ["from __future__ import annotations  # %%", "display = print  # %%"],
        ),
        (
            (
                "from __future__ import annotations",
                "from __future__ import division",
                "from __future__ import division",
            ),
            ["from __future__ import annotations  # %%", "from __future__ import division  # %%"],
        ),
        (("# mine\nfrom __future__ import annotations\nx = 1",), []),
    ],
)
def test_every_cell_may_import_from_the_future(cells: tuple[str, ...], first: list[str]) -> None:
    content = python_of(notebook(*cells), SCALE)
    exec(compile(content, "answer", "exec"), {})
    assert content.decode().splitlines()[: len(first) + 1] == [*first, "# %% cell 1"]
    assert without_marks(content).decode().split() == "\n".join(cells).split()


def test_a_copy_of_the_stub_does_not_take_the_place_of_the_answer_above_it() -> None:
    stub = f"# grade: scale\n{SCALE.stub.read_text()}"
    content = python_of(notebook("# grade: scale\nanswer = 1", stub + "\n\n"), SCALE)
    found = content.decode().splitlines()
    assert found.index("# %% cell 2") < found.index("# %% cell 1")
    assert place_of(content, found.index("answer = 1") + 1) == CellPlace(1, 2)
    changed = python_of(notebook("# grade: scale\nanswer = 1", stub + "\nx = 1"), SCALE).decode().splitlines()
    assert changed.index("# %% cell 1") < changed.index("# %% cell 2"), "what was written last counts"
