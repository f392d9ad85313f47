"""What a student reads: every cause in words, and nothing that could carry a hidden input out."""

import pytest

from grader.checks.finding import Curve, Facts, HeatMap, Series
from grader.course import Forbid
from grader.judge.check import Check
from grader.judge.feedback import Context, denied_sentence, feedback, from_facts, split_assertion
from grader.judge.forbidden import Violation
from grader.judge.source import Source
from grader.judge.verdicts import Judgement
from grader.report.model import CheckResult, Feedback
from grader.verdict import Cause
from tests.judge.conftest import Make

VISIBLE, HIDDEN = Check("test_a", "A", "visible"), Check("test_a", "A", "hidden")
CONTEXT = Context(Source("answer.py", b"def unbroadcst(x): return x\n"), Forbid(("torch.cdist",), why="Build it."))
CANARY = "canary-4711"


def said(judgement: Judgement, check: Check = VISIBLE) -> Feedback:
    words = feedback(check, judgement, CONTEXT)
    assert words is not None
    return words


@pytest.mark.parametrize("cause", [cause for cause in Cause if cause is not Cause.PASSED])
@pytest.mark.parametrize("check", [VISIBLE, HIDDEN])
def test_every_cause_has_words_of_its_own(cause: Cause, check: Check) -> None:
    headline = said(Judgement(cause), check).headline
    assert headline[0].isupper() or headline[0] == "`"
    assert headline.rstrip()[-1] in ".?!"
    assert "Traceback" not in headline
    assert len(headline.split()) > 4


def test_a_pass_has_none() -> None:
    assert feedback(VISIBLE, Judgement(Cause.PASSED), CONTEXT) is None


def test_a_limit_tells_what_was_measured() -> None:
    assert said(Judgement(Cause.MEMORY, "used more than 2 GiB of memory")).headline == (
        "Stopped: your code used more than 2 GiB of memory. Other checks were not affected."
    )


def test_a_skipped_check_names_what_must_pass_first() -> None:
    assert "“Shapes are right”" in said(Judgement(Cause.SKIPPED, "Shapes are right")).headline


def test_not_the_students_fault_is_said_and_not_counted() -> None:
    for cause in (Cause.BROKEN_CHECK, Cause.INFRASTRUCTURE):
        headline = said(Judgement(cause, "out of disk space"), HIDDEN).headline
        assert "not counted" in headline
        assert "Tell your instructor" in headline


@pytest.mark.parametrize(
    ("violation", "sentence"),
    [
        (Violation(9, "torch.cdist", "d"), "Line 9 of your file calls `torch.cdist` (as `d`)."),
        (Violation(9, "torch.cdist", "torch.cdist"), "Line 9 of your file calls `torch.cdist`."),
        (Violation(9, "torch.nn.relu", "F.relu"), "Line 9 of your file calls `torch.nn.relu`."),
        (
            Violation(0, "aten::_softmax", "", "runs"),
            "Your code runs the operator `aten::_softmax`, which this exercise does not allow.",
        ),
        (
            Violation(2, "eval", "eval", "hides"),
            "Line 2 of your file uses `eval`, which can hide a call that this exercise does not allow.",
        ),
    ],
)  # fmt: skip
def test_a_forbidden_call_is_told_with_its_line(violation: Violation, sentence: str) -> None:
    assert denied_sentence(violation, Source("answer.py", b"")) == sentence


def test_a_forbidden_call_is_told_with_the_reason() -> None:
    words = said(Judgement(Cause.DENIED, denied=Violation(9, "torch.cdist", "d")))
    assert words.headline.endswith("Build it.")
    assert "no points" in words.details[0]


def test_assertions_are_split_into_message_and_account() -> None:
    assert split_assertion("came out negative\nassert tensor(False)\n +  where …") == (
        "came out negative",
        "tensor(False)\n +  where …",
    )
    assert split_assertion("assert 5 == 2") == ("", "5 == 2")
    assert split_assertion("") == ("", "")


def test_findings_are_told_whole_and_pictures_have_no_nan() -> None:
    facts = Facts(
        "value", "`f` is wrong.", ["More."], "1", "2", "index 0", {"x": "[1.0]"},
        [HeatMap("h", [[1.0, float("nan")]]), Curve("c", [Series("s", [float("inf"), 1.0])], threshold=0.5)],
    )  # fmt: skip
    words = from_facts(facts)
    assert (words.headline, words.expected, words.actual, words.where) == ("`f` is wrong.", "1", "2", "index 0")
    assert words.smallest_input == {"x": "[1.0]"}
    heat, curve = words.pictures
    assert heat.kind == "heatmap"
    assert heat.values == [[1.0, None]]
    assert curve.kind == "curve"
    assert curve.series[0].y == [None, 1.0]


# From end to end.


def test_a_program_that_a_plain_assert_failed_on_is_shown_as_its_lines(make: Make) -> None:
    body = """
            from grader.checks import show
            with show(inputs={"program": "y = x.exp()\\ny.mul_(2)"}):
                assert f(1) == 2, "`f` should give 2"
    """.strip()
    for mark in ("visible", "points(1)"):
        told = words(graded(make, "def f(x): return x", body, mark))
        assert told.headline == "`f` should give 2."
        assert told.smallest_input == {"program": "y = x.exp()\ny.mul_(2)"}


def graded(make: Make, source: str, body: str, mark: str = "visible", **options: object) -> CheckResult:
    return make(f"""
        from answer import f
        from grader.checks import assert_close
        @pytest.mark.{mark}
        def test_a():
            {body}
    """, **options).only(source)  # fmt: skip


def words(check: CheckResult) -> Feedback:
    assert check.feedback is not None
    return check.feedback


RAISES = f"def f(x):\n    y = x\n    raise ValueError('{CANARY}' + str(y))\n"


def test_a_visible_check_shows_the_exception_and_its_line(make: Make) -> None:
    feedback = words(graded(make, RAISES, "f('in')"))
    assert feedback.headline == f"Line 3 of your file raises `ValueError`: {CANARY}in."
    assert feedback.traceback[-1].function == "f"
    assert feedback.traceback[-1].source == f"raise ValueError('{CANARY}' + str(y))"


def test_a_name_that_is_not_there_is_told_with_a_near_one(make: Make) -> None:
    assert words(graded(make, "def ff(x): return x", "f(1)")).headline == (
        "`f` is not in your file. There is `ff`: a typing slip?"
    )


def test_a_stub_is_not_attempted_yet(make: Make) -> None:
    source = "def f(x):\n    raise NotImplementedError\n"
    assert words(graded(make, source, "f(1)")).headline == "`f` still raises NotImplementedError: not attempted yet."


def test_what_else_is_open_is_said_by_the_finding() -> None:
    facts = Facts("not_implemented", "`leaf` is not answered yet.")
    assert said(Judgement(Cause.NOT_IMPLEMENTED, facts=facts)).headline == "`leaf` is not answered yet."


def test_what_torch_does_not_implement_is_no_stub(make: Make) -> None:
    source = "def f(x):\n    raise NotImplementedError('Could not run aten::x')\n".replace("raise Not", "return g(Not")
    check = graded(make, source.replace("x')", "x'))") + "def g(e): raise e\n", "f(1)")
    assert check.cause is Cause.RAISED


def test_the_authors_message_is_the_headline(make: Make) -> None:
    check = graded(make, "def f(x): return 5", "assert f(1) == 2, 'one more is asked'", "hidden")
    assert words(check).headline == "One more is asked."


def test_a_plain_assertion_shows_its_values_in_a_visible_check_only(make: Make) -> None:
    assert words(graded(make, "def f(x): return 5", "assert f(1) == 2")).details == [
        "Checked was: 5 == 2\n +  where 5 = f(1)"
    ]
    hidden = graded(make, "def f(x): return 5", "assert f(1) == 2", "hidden")
    assert words(hidden).details == []
    assert hidden.instructor is not None
    assert "assert f(1) == 2" in hidden.instructor.assertion


def test_an_exception_that_was_asked_for_and_did_not_come(make: Make) -> None:
    body = "with pytest.raises(ValueError): f(1)"
    assert words(graded(make, "def f(x): return 5", body)).headline == (
        "Here your code should raise `ValueError`; it raised nothing."
    )


def test_a_misunderstanding_leads(make: Make) -> None:
    wrong = {"twice": '"""You doubled."""\nfrom reference import *\nFAILS = ["test_a"]\ndef f(x):\n    return 2 * x\n'}
    body = "assert_close(f(torch.tensor([5.0])), torch.tensor([6.0]))"
    check = graded(make, "def f(x): return x + x", body, "hidden", wrong=wrong)
    assert words(check).misunderstanding == "You doubled."
    assert words(graded(make, "def f(x): return x - x", body, "hidden", wrong=wrong)).misunderstanding is None


# Hidden checks.

_LINECACHE = "linecache.cache['answer.py'] = (9, None, [x] * 9, 'answer.py')"
_REPR = "class C:\n    def __init__(self, x): self.x = x\n    def __repr__(self): return self.x\n"
LEAKS = {
    "message": "def f(x): raise ValueError(x)",
    "name of a class": "def f(x): raise type(x, (ValueError,), {})(x)",
    "class of its own": "def f(x): raise type(x, (Exception,), {'__module__': 'builtins'})()",
    "name of a function": "def f(x):\n    def g(): 1 / 0\n    g.__code__ = g.__code__.replace(co_name=x)\n    g()",
    "name of a file": "def f(x): exec(compile('raise ValueError', x, 'exec'))",
    "lines of a file": f"import linecache\ndef f(x):\n    {_LINECACHE}\n    raise ValueError",
    "stub": "def f(x): raise NotImplementedError(x)",
    "chain": "def f(x):\n    try: raise KeyError(x)\n    except KeyError as e: raise ValueError from e",
    "printed": "def f(x):\n    print(x, flush=True)\n    raise ValueError",
    "nearest name": "def f(x):\n    globals()['ff' + x] = 1\n    raise AttributeError(x)",
    "exit": "import sys\ndef f(x): sys.exit(x)",
    "a string": "def f(x): return x",
    "an object": f"{_REPR}def f(x): return C(x)",
    "an object of a class of its own": "def f(x): return type(x, (), {})()",
    "a key": "def f(x): return {x: 1}",
}


@pytest.mark.parametrize("how", LEAKS)
@pytest.mark.parametrize(
    "body",
    [f"f({CANARY!r}) + 1", f"assert f({CANARY!r}) == 3", f"assert_close(f({CANARY!r}), 3)"],
)
def test_hidden_inputs_do_not_come_out_by_the_students_text(make: Make, how: str, body: str) -> None:
    check = graded(make, LEAKS[how], body, "hidden")
    assert not check.cause.passed
    assert CANARY not in check.model_dump_json(exclude={"instructor"})


def test_the_instructor_sees_what_the_student_does_not(make: Make) -> None:
    check = graded(make, RAISES, "f('in')", "hidden")
    assert check.instructor is not None
    assert check.instructor.student_message == f"{CANARY}in"
    assert "f('in')" in check.instructor.assertion


def test_a_raised_finding_of_a_hidden_check_keeps_its_input_and_drops_the_text(make: Make) -> None:
    body = "from grader.checks import assert_unchanged; assert_unchanged(f, torch.ones(1))"
    check = graded(make, f"def f(x):\n    raise ValueError('{CANARY}')", body, "hidden")
    assert check.cause is Cause.RAISED
    assert words(check).headline == "Line 2 of your file raises `ValueError`."
    assert words(check).smallest_input
    assert CANARY not in check.feedback.model_dump_json(exclude={"traceback", "details"})  # type: ignore[union-attr]


def test_a_refusal_of_the_students_own_is_called_one(make: Make) -> None:
    feedback = words(graded(make, RAISES, "f('in')", "hidden"))
    assert feedback.details[-1] == "Your own code refuses this input, but it is one that it should take."
    raised = words(graded(make, "def f(x):\n    return x.mean(5)\n", "f(torch.ones(2))", "hidden"))
    assert not any("refuses" in detail for detail in raised.details)


def test_a_lambda_goes_by_the_function_that_it_calls(make: Make) -> None:
    body = "from grader.checks import assert_gradients; assert_gradients(lambda x: f(x), torch.ones(2).double())"
    feedback = words(graded(make, "def f(x):\n    return x.detach()\n", body))
    assert feedback.headline.startswith("No gradient reaches `x` through `f`")


def test_a_tensor_that_no_memory_could_hold_is_counted(make: Make) -> None:
    body = "from grader.checks import assert_allocates_at_most; assert_allocates_at_most(9, f, torch.ones(1))"
    source = "import torch\ndef f(x):\n    torch.empty(10**9, 10**9, device='meta')\n    return x + 1\n"
    headline = words(graded(make, source, body)).headline
    assert headline == "`f` makes a tensor with 1,000,000,000,000,000,000 elements; at most 9 are allowed."


def test_a_recursion_shows_its_line_once(make: Make) -> None:
    feedback = words(graded(make, "def f(x):\n    return f(x + 1)\n", "f(1)"))
    assert [frame.line for frame in feedback.traceback] == [2]
    assert feedback.details[-1].startswith("Too many calls inside one another")


def test_what_cannot_be_used_is_explained_where_it_is_well_known(make: Make) -> None:
    for mark in ("visible", "hidden"):
        feedback = words(
            graded(
                make,
                "def f(x):\n    return x.sum().detach()\n",
                "f(torch.ones(1, requires_grad=True)).sum().backward()",
                mark,
            )
        )
        assert feedback.headline.startswith("What your code gave back could not be used here")
        assert feedback.details[-1].startswith("Nothing that this result was computed from requires a gradient")


def test_a_visible_check_is_quiet_while_a_reference_is_in_the_sandbox() -> None:
    context = Context(CONTEXT.source, secrets_inside=True)
    error = AssertionError("assert 'secret source' == 2")
    words = feedback(VISIBLE, Judgement(Cause.FAILED, error=error), context)
    assert words is not None
    assert "secret" not in words.model_dump_json()
