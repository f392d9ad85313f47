import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.checks import memory_layout
from grader.report.cells import cells_of, heading
from grader.report.layout import draw_layout, sketch_layout
from grader.report.picture import Layout
from tests.report import samples


def picture(t: torch.Tensor) -> Layout:
    found = memory_layout(t, "t")
    return Layout(title="t", shape=found.shape, stride=found.stride, offset=found.offset, cells=found.cells)


def test_the_heading_tells_shape_stride_and_offset() -> None:
    assert heading(samples.layout()) == "Your windows: shape (2, 3), stride (2, 1), offset 1"
    assert (
        heading(Layout(title="a", shape=[3], stride=[1], offset=0, cells=3)) == "a: shape (3,), stride (1,), offset 0"
    )


def test_every_element_lies_where_torch_puts_it() -> None:
    t = torch.arange(12).view(3, 4).T[1:, ::2]
    for cell in cells_of(picture(t)):
        for element in cell.elements:
            assert t[tuple(map(int, element.split(",")))] == cell.address


def test_shared_unused_and_outside_cells_are_told_apart() -> None:
    cells = cells_of(Layout(title="t", shape=[2, 3], stride=[2, 1], offset=1, cells=5))
    assert [cell.state for cell in cells] == ["unused", "used", "used", "shared", "used", "outside"]
    assert cells.notes() == [
        "1 cell holds several elements.",
        "1 cell is not used.",
        "1 cell lies outside of the storage.",
    ]


def test_an_expanded_tensor_shares_its_cells() -> None:
    cells = cells_of(picture(torch.zeros(3, 1).expand(3, 4)))
    assert [len(cell.elements) for cell in cells] == [4, 4, 4]
    texts = [label.text for label in draw_layout(picture(torch.zeros(3, 1).expand(3, 4))).labels]
    assert texts.count("+3") == 3


def test_rows_are_as_long_as_a_stride() -> None:
    assert [len(row) for row in cells_of(picture(torch.zeros(6, 8)[:, :3])).rows] == [8] * 6


def test_a_negative_stride_reaches_in_front_of_the_storage() -> None:
    cells = cells_of(Layout(title="t", shape=[3], stride=[-1], offset=1, cells=4))
    assert next((cell.address, cell.state) for cell in cells) == (-1, "outside")


def test_a_scalar_lies_in_one_cell() -> None:
    assert [cell.state for cell in cells_of(picture(torch.zeros(())))] == ["used"]


def test_a_huge_storage_is_drawn_where_it_is_used() -> None:
    cells = cells_of(Layout(title="t", shape=[2], stride=[1], offset=10**9, cells=10**12))
    assert cells.left_out == 10**12 - 96
    assert [cell.address for cell in cells if cell.elements] == [10**9, 10**9 + 1]


def test_characters_show_address_and_element() -> None:
    assert sketch_layout(samples.layout(), 76)[:2] == [
        "0            1            2            3            4",
        "·            [0,0]        [0,1]        [0,2] [1,0]  [1,1]",
    ]


def test_nothing_to_draw_is_a_sentence() -> None:
    empty = Layout(title="t", shape=[0], stride=[1], offset=0, cells=0)
    assert draw_layout(empty).note == "The storage is empty."
    assert sketch_layout(empty, 60) == ["The storage is empty."]


DIMS = st.lists(st.tuples(st.integers(0, 10**6), st.integers(-(10**6), 10**6)), max_size=8)


@settings(deadline=None)
@given(DIMS, st.integers(-(10**6), 10**6), st.integers(0, 10**12))
def test_any_layout_can_be_drawn(dims: list[tuple[int, int]], offset: int, cells: int) -> None:
    hostile = Layout(title="t", shape=[d[0] for d in dims], stride=[d[1] for d in dims], offset=offset, cells=cells)
    drawing = draw_layout(hostile)
    assert drawing.width < 6_000
    assert drawing.height < 4_000
    assert sum(len(path.d) for path in drawing.paths) < 20_000
    assert len("\n".join(sketch_layout(hostile, 80))) < 10_000
