import pytest
import torch

from grader.checks import autograd_graph, show
from grader.checks.picture import Graph, GraphNode, HeatMap
from grader.judge.check import Check
from grader.judge.feedback import Context, feedback
from grader.judge.pictures import reported
from grader.judge.redaction import without_foreign_strings
from grader.judge.source import Source
from grader.judge.verdicts import Judgement
from grader.report import model, picture
from grader.verdict import Cause

OWN = Source("a.py", b"class Square(Function): pass\nw = 'known'\n")


def redacted(found: Graph | HeatMap) -> picture.Picture:
    said = model.Feedback(headline="No.", pictures=reported([found]))
    return without_foreign_strings(said, OWN).pictures[0]


def labels(*names: str) -> list[str]:
    shown = redacted(Graph("g", [GraphNode(name, foreign=True) for name in names], []))
    assert isinstance(shown, picture.Graph)
    return [node.label for node in shown.nodes]


def test_operations_of_torch_and_names_of_the_file_stay() -> None:
    x = torch.ones(2, 2, requires_grad=True)
    result = (x @ x + x.relu()).log_softmax(1).square().sum() * torch.nn.functional.mse_loss(x, x.detach())
    found, stack = set(), [result.grad_fn]
    while stack:
        node = stack.pop()
        found.add(type(node).__name__)
        stack += [following for following, _ in node.next_functions if following is not None]  # type: ignore[union-attr]
    assert len(found) >= 9
    assert labels(*sorted(found)) == sorted(found)
    assert labels("SquareBackward", "w") == ["SquareBackward", "w"]


def test_a_class_that_is_named_after_a_secret_is_blanked() -> None:
    assert labels("Label_3_1_4Backward", "0.731Backward0", "the answer is 7", "MySecretBackward") == ["…"] * 4


def test_what_the_judge_named_itself_stays() -> None:
    told = autograd_graph((["layer.0 (2,)", "layer.1"], [(0, 1)]), known=["layer.0 (2,)"])
    shown = redacted(told)
    assert isinstance(shown, picture.Graph)
    assert [node.label for node in shown.nodes] == ["layer.0 (2,)", "…"]


def test_quoted_text_in_a_picture_is_blanked() -> None:
    shown = redacted(HeatMap("a 'known' and a 'secret'", [[1.0]], row_ticks=["'secret'"], column_ticks=["7"]))
    assert isinstance(shown, picture.HeatMap)
    assert (shown.title, shown.row_ticks, shown.column_ticks) == ("a 'known' and a '…'", ["'…'"], ["7"])
    assert shown.values == [[1.0]]


@pytest.mark.parametrize(("visibility", "label"), [("visible", "Secret"), ("hidden", "…")])
def test_a_failed_assert_shows_its_pictures(visibility: str, label: str) -> None:
    error = AssertionError("the graph is another one")
    with pytest.raises(AssertionError), show(lambda: Graph("g", [GraphNode("Secret", foreign=True)], [])):
        raise error
    said = feedback(Check("test_a", "A", visibility), Judgement(Cause.FAILED, error=error), Context(OWN))  # type: ignore[arg-type]
    assert said is not None
    assert said.headline == "The graph is another one."
    (shown,) = said.pictures
    assert isinstance(shown, picture.Graph)
    assert [node.label for node in shown.nodes] == [label]
