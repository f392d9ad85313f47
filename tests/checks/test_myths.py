"""Questions to predict: reading them from a statement, observing, and what a student is told."""

import ast
from pathlib import Path

import pytest
import torch

from grader.checks.myths import Question, read_questions, same_answer
from tests.checks.facts import facts_of

ROOT = Path(__file__).parents[2]
EXERCISES = sorted((ROOT / "exercises").glob("*/myths_*"))

STATEMENT = """\
# Predict

```sh
rm -rf build
```

```python
import torch
```

## `leaf`

Words.

```python
x = torch.ones(2, requires_grad=True)

x.grad_fn, list(x.shape)
```

A second block is not asked:

```python
1 / 0
```

## Another chapter

## `backward`

```python
torch.ones(2).backward()
```
"""


@pytest.fixture
def statement(tmp_path: Path) -> Path:
    path = tmp_path / "README.md"
    path.write_text(STATEMENT, encoding="utf-8")
    return path


def test_a_statement_holds_the_questions(statement: Path) -> None:
    leaf, backward = read_questions(statement, {"leaf": "Leaves have none.", "backward": "Why."})
    assert (leaf.id, leaf.why, str(backward)) == ("leaf", "Leaves have none.", "backward")
    assert leaf.observe() == (None, (2,))


def test_an_exception_of_the_last_line_is_the_answer(statement: Path) -> None:
    question = read_questions(statement)[1]
    assert question.observe() == "RuntimeError"
    facts = facts_of(question.check, {"backward": None})
    assert "element 0 of tensors does not require grad" in facts.details[0]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("## `a`\n\n## `b`\n\n```python\n1\n```\n", "a has no snippet"),
        ("## `a`\n", "a has no snippet"),
        ("## `a`\n```python\n1\n```\n## `a`\n```python\n2\n```\n", "asks a twice"),
    ],
)
def test_a_statement_that_asks_badly_is_the_authors_fault(text: str, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "README.md"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=complaint):
        read_questions(path)


def test_every_question_needs_a_reason(statement: Path) -> None:
    with pytest.raises(ValueError, match="has backward and other"):
        read_questions(statement, {"leaf": "", "other": ""})


@pytest.mark.parametrize(
    ("snippet", "complaint"),
    [("x = 1", "must end in an expression"), ("", "must end in an expression"), ("object()", "make a literal of it")],
)
def test_a_snippet_that_is_no_question_is_the_authors_fault(snippet: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Question("q", snippet).observe()


def test_an_exception_before_the_last_line_is_the_authors_fault() -> None:
    with pytest.raises(ZeroDivisionError):
        Question("q", "1 / 0\n2").observe()


def test_a_snippet_leaves_the_random_state_alone() -> None:
    before = torch.get_rng_state()
    question = Question("q", "torch.rand(()).item()", "import torch")
    assert question.observe() == question.observe()
    assert torch.equal(torch.get_rng_state(), before)


def test_a_snippet_may_warn() -> None:
    assert Question("q", "import warnings\nwarnings.warn('x')").observe() is None


def test_a_right_answer_passes() -> None:
    Question("q", "(2.0, [None, 'a'], True, 1 / 3)").check({"q": [2, (None, "a"), True, 0.3333]})


@pytest.mark.parametrize("answers", [{}, {"q": ...}, {"r": 4}])
def test_nothing_is_told_before_there_is_an_answer(answers: dict[str, object]) -> None:
    facts = facts_of(Question("q", "4", why="2 + 2").check, answers)
    assert (facts.rung, facts.headline) == ("not_implemented", "`q` is not answered yet.")
    assert (facts.details, facts.expected) == ([], None)


def test_a_wrong_answer_is_told_what_torch_gives_and_why() -> None:
    facts = facts_of(Question("q", "'AddBackward0'", why="Because.").check, {"q": "AddBackward"})
    assert (facts.rung, facts.details) == ("value", ["Because."])
    assert (facts.expected, facts.actual) == ("'AddBackward0'", "'AddBackward'")


def test_numbers_are_told_with_the_digits_that_it_takes() -> None:
    question = Question("q", "(torch.tensor(0.1).item(), 1 / 3)", "import torch")
    facts = facts_of(question.check, {"q": (0.2, 0.334)})
    assert (facts.expected, facts.actual) == ("(0.1, 0.3333)", "(0.2, 0.334)")
    facts = facts_of(Question("q", "100000.0").check, {"q": 100200.0})
    assert (facts.expected, facts.actual) == ("100000.0", "100200.0")


def test_the_part_that_is_no_literal_is_told() -> None:
    facts = facts_of(Question("q", "1, 2").check, {"q": (1, (RuntimeError, 2))})
    assert facts.headline == "The answer to `q` holds a class, which is no literal."


@pytest.mark.parametrize(
    ("answer", "headline"),
    [
        ((1, 0), "`q`: 1 of the 2 parts is not what torch gives."),
        ((0, 0), "`q`: 2 of the 2 parts are not what torch gives."),
        ((1, 2, 3), "`q`: the answer is a tuple of 2."),
        (1, "`q`: the answer is a tuple of 2."),
    ],
)
def test_wrong_parts_are_counted(answer: object, headline: str) -> None:
    assert facts_of(Question("q", "1, 2").check, {"q": answer}).headline == headline


class Agreeable:
    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None  # type: ignore[assignment]


class AgreeableText(str):
    __eq__ = Agreeable.__eq__
    __hash__ = str.__hash__


@pytest.mark.parametrize(
    "answer",
    [Agreeable(), AgreeableText(), (1, Agreeable()), torch.tensor(1), {1: 1}, lambda: 1],
    ids=["object", "text", "inside", "tensor", "dict", "function"],
)
def test_only_literals_are_answers(answer: object) -> None:
    facts = facts_of(Question("q", "1").check, {"q": answer})
    assert facts.rung == "type"
    assert facts.expected is None


def test_answers_are_a_dict() -> None:
    assert facts_of(Question("q", "1").check, [1]).headline == "`ANSWERS` is a list of 1 element instead of a dict."


@pytest.mark.parametrize(
    ("answer", "truth"),
    [(True, 1), (1, True), ("1", 1), (None, 0), (1, 1.01), ("a", "b"), (1, (1,)), ((1, 2), (2, 1)), (0, 0.001)],
)
def test_what_is_not_the_same(answer: object, truth: object) -> None:
    assert not same_answer(answer, truth)  # type: ignore[arg-type]


@pytest.mark.parametrize("folder", EXERCISES, ids=lambda folder: folder.name)
def test_an_exercise_asks_the_same_everywhere(folder: Path) -> None:
    """Both languages have the same snippets; stub and reference have an entry for each question and no other."""
    questions = read_questions(folder / "README.md")
    assert read_questions(folder / "README.zh.md") == questions
    ids = [question.id for question in questions]
    stub = folder / f"{folder.name}.py"
    assert _answers_in(stub) == dict.fromkeys(ids, ...)
    assert list(_answers_in(ROOT / "solutions" / folder.parent.name / folder.name / stub.name)) == ids


def _answers_in(path: Path) -> dict[str, object]:
    """The literal that is bound to ANSWERS in a file."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id == "ANSWERS":
            assert node.value is not None
            found = ast.literal_eval(node.value)
            assert isinstance(found, dict)
            return found
    raise AssertionError(f"{path} has no ANSWERS")
