"""The helpers that make pictures of tensors."""

import pytest
import torch
from torch import Tensor, nn

from grader.checks import attention_map, autograd_graph, decision_boundary, difference, images, memory_layout
from grader.checks.picture import Layout, Picture
from grader.judge.pictures import reported
from grader.language import speaking


def test_a_layout_is_that_of_the_tensor() -> None:
    t = torch.zeros(4, 6, dtype=torch.float64)[1:, ::2]
    assert memory_layout(t, "t") == Layout("t", [3, 3], [6, 2], 6, 24)


def test_a_layout_may_be_told_in_numbers() -> None:
    assert memory_layout(((2, 3), (2, 1), 0, 6), "w") == Layout("w", [2, 3], [2, 1], 0, 6)


@pytest.mark.parametrize(
    "told",
    [((2,), (1, 1), 0, 4), ((2,), ("1",), 0, 4), ((-1,), (1,), 0, 4), ((1,) * 9, (1,) * 9, 0, 4), ((2,), (1,), 0)],
)
def test_what_is_no_layout_is_refused(told: tuple[object, ...]) -> None:
    with pytest.raises(ValueError):
        memory_layout(told)


def test_a_graph_is_walked_from_the_result() -> None:
    w = torch.ones(3, 2, requires_grad=True)
    x = torch.ones(2)
    graph = autograd_graph((w @ x).exp() * w.sum(), names={"w": w})
    assert [(node.label, node.role, node.detail) for node in graph.nodes] == [
        ("MulBackward0", "result", ""),
        ("ExpBackward0", "operation", ""),
        ("SumBackward0", "operation", ""),
        ("MvBackward0", "operation", ""),
        ("w", "leaf", "(3, 2)"),
    ]
    assert sorted(graph.edges) == [(0, 1), (0, 2), (1, 3), (2, 4), (3, 4)]


def test_a_long_graph_is_cut() -> None:
    t = torch.ones((), requires_grad=True)
    for _ in range(100):
        t = t.sin()
    graph = autograd_graph(t)
    assert (len(graph.nodes), graph.left_out, len(graph.edges)) == (30, 71, 29)


def test_a_graph_may_be_told() -> None:
    graph = autograd_graph((["AddBackward0", "b (1,)", "AccumulateGrad"], [(0, 1), (0, 2)]))
    assert [node.role for node in graph.nodes] == ["result", "leaf", "leaf"]


@pytest.mark.parametrize("told", [([], []), ([1], []), (["a"], [(0, 1)]), (["a"], [(0,)]), torch.ones(1)])
def test_what_is_no_graph_is_refused(told: object) -> None:
    with pytest.raises(ValueError):
        autograd_graph(told)


def above_the_diagonal(points: Tensor) -> Tensor:
    return (points[:, 1] > points[:, 0]).long()


def test_a_boundary_is_drawn_over_the_data() -> None:
    x, y = torch.tensor([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0]]), torch.tensor([0, 0, 1])
    regions = decision_boundary(above_the_diagonal, x, y, names=["below", "above"])
    assert [regions.x_low, regions.x_high] == pytest.approx([-0.1, 1.1])
    assert regions.classes[0][-1] == 0
    assert regions.classes[-1][0] == 1
    assert [point.label for point in regions.points] == [0, 0, 1]


def test_scores_count_by_the_largest_and_no_graph_is_made() -> None:
    model = nn.Linear(2, 3)
    regions = decision_boundary(model, torch.randn(500, 2), torch.zeros(500))
    assert len(regions.points) <= 200
    assert {number for row in regions.classes for number in row} <= {0, 1, 2}


@pytest.mark.parametrize("predict", [lambda x: x.sum(), lambda x: [0] * len(x), lambda x: torch.full((len(x),), 9)])
def test_what_is_no_classifier_is_refused(predict: object) -> None:
    with pytest.raises(ValueError):
        decision_boundary(predict, torch.randn(4, 2), torch.zeros(4))  # type: ignore[arg-type]


def test_images_are_scaled_to_their_range() -> None:
    picture = images(torch.tensor([[[0.0, 2.0]], [[1.0, torch.nan]]]), ["first", "second"])
    assert [image.pixels for image in picture.images] == [b"\x00\xff", b"\x80\x00"]
    assert [image.caption for image in picture.images] == ["first", "second"]
    assert images(torch.tensor([[0.5]]), low=0, high=1).images[0].pixels == b"\x80"


def test_coloured_and_large_images() -> None:
    picture = images(torch.rand(30, 3, 130, 65))
    assert len(picture.images) == 24
    assert (picture.images[0].width, picture.images[0].height, picture.images[0].channels) == (33, 44, 3)
    first = torch.tensor([1.0, 0.0, 0.0]).view(1, 3, 1, 1)
    assert images(first).images[0].pixels == b"\xff\x00\x00"


@pytest.mark.parametrize("shape", [(4,), (2, 2, 4, 4), (0, 4, 4), (1, 1, 1, 1, 1)])
def test_what_is_no_image_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError):
        images(torch.zeros(shape))


def test_tokens_name_rows_and_columns() -> None:
    picture = attention_map(torch.eye(2), ["a", "b"], ["c", "d"])
    assert (picture.row_ticks, picture.column_ticks, picture.row_label) == (["a", "b"], ["c", "d"], "query")
    with pytest.raises(ValueError, match="one name a row"):
        attention_map(torch.eye(2), ["a"])


def test_a_difference_needs_two_matrices_of_one_shape() -> None:
    assert difference(torch.ones(3), torch.zeros(3)).yours == [[1.0, 1.0, 1.0]]
    for yours, right in ((torch.ones(2), torch.ones(3)), (torch.ones(2, 2, 2), torch.ones(2, 2, 2))):
        with pytest.raises(ValueError):
            difference(yours, right)


def test_every_helper_s_picture_is_one_of_the_report() -> None:
    w = torch.ones(300, requires_grad=True)
    pictures: list[Picture] = [
        memory_layout(torch.zeros(3, 4).T),
        autograd_graph(w.sum()),
        decision_boundary(above_the_diagonal, torch.randn(9, 2), torch.zeros(9)),
        images(torch.rand(3, 8, 8), ["\x1b[2J"]),
        attention_map(torch.full((200, 200), torch.inf)),
        difference(torch.rand(3, 300), torch.rand(3, 300)),
    ]
    assert [picture.kind for picture in reported(pictures)] == [picture.kind for picture in pictures]


def test_a_picture_that_the_schema_refuses_is_left_out() -> None:
    good = memory_layout(torch.zeros(3))
    assert len(reported([Layout("bad", [1], [], 0, 1), good])) == 1


def test_titles_are_told_in_the_language_that_is_spoken() -> None:
    with speaking("zh"):
        assert memory_layout(torch.zeros(3)).title != "Memory"
        assert memory_layout(torch.zeros(3), "A title of no catalogue").title == "A title of no catalogue"
