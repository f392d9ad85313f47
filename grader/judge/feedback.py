"""What a student reads about one check: every cause in words, each written out, none a bare exception.

What the student's code printed or put into an exception while a *hidden* check ran is not in it: such text can carry
the hidden inputs out. The same holds for a visible check while the reference of an earlier exercise is in the sandbox.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import groupby

from grader.checks.finding import Facts
from grader.checks.render import capitalised
from grader.checks.showing import inputs_of, pictures_of
from grader.course.exercise import Forbid
from grader.judge.check import Check
from grader.judge.explanations import explanation
from grader.judge.forbidden import Violation
from grader.judge.notebook_syntax import only_in_a_notebook
from grader.judge.pictures import reported
from grader.judge.redaction import without_foreign_strings
from grader.judge.remote import StudentTrace
from grader.judge.source import Source
from grader.judge.verdicts import Judgement
from grader.language import language, noted, say
from grader.language.course import told
from grader.report import model
from grader.verdict import Cause

_LONGEST = 400  # characters of an exception's text that are shown
_REFUSAL = re.compile(r"raise\s+\w")
_PUBLIC = {"_LinAlgError": "torch.linalg.LinAlgError"}  # as torch's documentation calls it


@dataclass(frozen=True, slots=True)
class Context:
    """What the words need to know of the exercise and the submission."""

    source: Source
    forbid: Forbid = field(default_factory=Forbid)
    secrets_inside: bool = False  # a reference is in the sandbox: the student's text stays with the instructor
    loading: bool = False  # it is about the import of the whole file, before any check

    @property
    def others(self) -> str:
        """What became of the other checks."""
        if self.loading:
            return say("It happened while your file was imported, so no check could run.")
        return say("Other checks were not affected.")


def feedback(check: Check, judgement: Judgement, context: Context) -> model.Feedback | None:
    """The student's feedback; None on a pass."""
    if judgement.cause is Cause.PASSED:
        return None
    quiet = check.hidden or context.secrets_inside
    said = _WORDS[judgement.cause](judgement, context, quiet)
    if not quiet:
        return said
    clean = without_foreign_strings(said, context.source)
    # The message of a plain assert is its author's, and the input; in a picture may be what the student's code told.
    return clean if judgement.facts is not None else said.model_copy(update={"pictures": clean.pictures})


def _stopped(default: str, advice: str = "") -> "_Words":
    def words(judgement: Judgement, context: Context, quiet: bool) -> model.Feedback:
        fact = judgement.fact.strip().rstrip(".") or say(default)
        headline = say("Stopped: your code {fact}. {others}", fact=fact, others=context.others)
        own = frames(judgement.trace, context.source)
        details = [say(advice)] if advice else []
        if own:
            place = context.source.inside(_lines(judgement.trace, context.source)[-1])
            details.insert(0, say("It came to that in {place}: `{source}`", place=place, source=own[-1].source))
        return model.Feedback(headline=headline, details=details, traceback=own)

    return words


def _failed(judgement: Judgement, context: Context, quiet: bool) -> model.Feedback:
    if judgement.facts is not None:
        return from_facts(judgement.facts)
    error = judgement.error
    if isinstance(error, AssertionError):
        shown = {"pictures": reported(pictures_of(error)), "smallest_input": inputs_of(error)}
        return _assertion(error, quiet).model_copy(update=shown)
    if error is not None and type(error).__name__ == "Failed":  # pytest.fail, pytest.raises
        return _pytest_failed(str(error))
    return _unusable(judgement, quiet)


def _assertion(error: AssertionError, quiet: bool) -> model.Feedback:
    """A plain ``assert``: the author's message, or for a visible check the assertion itself."""
    message, explanation = split_assertion(str(error))
    if message:
        return model.Feedback(headline=_sentence(told(message)))
    details = [say("Checked was: {explanation}", explanation=_cut(explanation))] if explanation and not quiet else []
    return model.Feedback(headline=say("What this check says does not hold for your code."), details=details)


def split_assertion(text: str) -> tuple[str, str]:
    """(the author's message, pytest's account of the assertion) of a rewritten assertion's text."""
    if text.startswith("assert "):
        return "", text.removeprefix("assert ").strip()
    message, _, explanation = text.partition("\nassert ")
    return message.strip(), explanation


def _pytest_failed(text: str) -> model.Feedback:
    if text.startswith("DID NOT RAISE"):
        wanted = text.removeprefix("DID NOT RAISE").strip(" <>").removeprefix("class ").strip("'\"")
        return model.Feedback(headline=say("Here your code should raise `{wanted}`; it raised nothing.", wanted=wanted))
    return model.Feedback(headline=_sentence(told(text.strip()) or say("This check does not hold for your code")))


def _unusable(judgement: Judgement, quiet: bool) -> model.Feedback:
    """The check's own code stumbled over what came back, and does not over the reference's."""
    headline = say("What your code gave back could not be used here: it is not of the kind that the exercise asks for.")
    error, details = judgement.error, []
    if error is not None and "NoneType" in str(error):
        details.append(say("Somewhere it is None: does every path of your function end in `return`?"))
    elif error is not None:
        kind, known = type(error).__name__, explanation(str(error))
        if quiet:
            details.append(say("Using it raises `{kind}`.", kind=kind))
        else:
            details.append(say("Using it raises `{kind}`: {error}", kind=kind, error=_cut(str(error))))
        details += [known] if known else []
    return model.Feedback(headline=headline, details=details)


def _raised(judgement: Judgement, context: Context, quiet: bool) -> model.Feedback:
    if judgement.facts is not None and not quiet:
        return from_facts(judgement.facts).model_copy(update={"traceback": frames(judgement.trace, context.source)})
    found = from_facts(judgement.facts) if judgement.facts is not None else None
    raised = raised_feedback(judgement.error, judgement.trace, context.source, quiet)
    if found is None:
        return raised
    return raised.model_copy(update={"smallest_input": found.smallest_input, "expected": found.expected})


def raised_feedback(
    error: BaseException | None, trace: StudentTrace | None, source: Source, quiet: bool
) -> model.Feedback:
    """An exception of the student's: where, which, and (where nothing hidden can be in it) its text."""
    while error is not None and error.__cause__ is not None and isinstance(error, AssertionError):
        error = error.__cause__  # a Finding that was raised from it
    kind = _kind(error, trace, quiet)
    text = "" if quiet or trace is None else source.in_its_own_words(_cut(trace.message))
    own = frames(trace, source)
    where = _where(trace, source)
    headline = say("{where} raises {kind}", where=where, kind=kind)
    if text:
        headline = say("{where} raises {kind}: {text}", where=where, kind=kind, text=text)
    details = [say("The line is: `{source}`", source=own[-1].source)] if own and own[-1].source else []
    known = explanation(trace.message) if trace is not None else None
    if known is None and own and _REFUSAL.match(own[-1].source):
        known = say("Your own code refuses this input, but it is one that it should take.")
    return model.Feedback(headline=_sentence(headline), details=[*details, *([known] if known else [])], traceback=own)


def _kind(error: BaseException | None, trace: StudentTrace | None, quiet: bool) -> str:
    """The exception's name; one of the student's own making may be anything, so a hidden check has no word of it."""
    if not quiet and trace is not None:
        return f"`{_public(_cut(trace.type_name, 80))}`"
    known = (kind.__name__ for kind in type(error).__mro__ if kind.__module__ != "student")
    return f"`{_public(next(known))}`" if error is not None else say("an exception")


def _public(name: str) -> str:
    return _PUBLIC.get(name, name)


def frames(trace: StudentTrace | None, source: Source) -> list[model.Frame]:
    """The student's own frames, with file, function and text from the file itself; at most the last ten.

    A line that calls itself again and again is there once.
    """
    lines = [line for line, _ in groupby(_lines(trace, source))]  # a recursion, or a comprehension in its own frame
    return [
        model.Frame(
            file=source.file_at(line),
            line=source.number_of(line),
            function=source.function_at(line),
            source=source.line(line),
        )
        for line in lines[-10:]
    ]


def _lines(trace: StudentTrace | None, source: Source) -> list[int]:
    """The lines of the student's own frames that are in the file."""
    found = trace.frames if trace is not None else ()
    return [frame.line for frame in found if frame.file.rpartition("/")[2] == source.file and source.line(frame.line)]


def _where(trace: StudentTrace | None, source: Source) -> str:
    """The innermost line of the student's, as the beginning of a sentence."""
    lines = _lines(trace, source)
    return source.where(lines[-1]) if lines else say("Your code")


def _missing(judgement: Judgement, context: Context, quiet: bool) -> model.Feedback:
    if judgement.missing is None:
        return from_facts(judgement.facts) if judgement.facts else model.Feedback(headline=say("A name is not there."))
    name, nearest = judgement.missing.name, judgement.missing.nearest
    # The near name is one of the student's own file, and only what stands in it is repeated.
    known = nearest if nearest and nearest.encode() in context.source.content else None
    if not known:
        return model.Feedback(headline=say("`{name}` is not in your file.", name=name))
    headline = say("`{name}` is not in your file. There is `{near}`: a typing slip?", name=name, near=_cut(known, 60))
    return model.Feedback(headline=headline)


def _not_implemented(judgement: Judgement, context: Context, quiet: bool) -> model.Feedback:
    if judgement.facts is not None:  # no function's stub: a helper knows what is open
        return from_facts(judgement.facts)
    own = frames(judgement.trace, context.source)
    name = own[-1].function if own else ""
    if name:
        return model.Feedback(headline=say("`{name}` still raises NotImplementedError: not attempted yet.", name=name))
    return model.Feedback(headline=say("This part still raises NotImplementedError: not attempted yet."))


def _denied(judgement: Judgement, context: Context, quiet: bool) -> model.Feedback:
    if judgement.denied is None:
        return _stopped(noted("asked the system for what is not allowed in here"))(judgement, context, quiet)
    why = context.forbid.why_in(language())
    return model.Feedback(
        headline=f"{denied_sentence(judgement.denied, context.source)} {why}".rstrip(),
        details=[say("This check gives no points; checks that do not use it were graded.")],
    )


def denied_sentence(violation: Violation, source: Source) -> str:
    """ "Line 9 calls `torch.cdist` (as `d`)." """
    where = source.where(violation.line) if violation.line else say("Your code")
    if violation.reason == "hides":
        what = violation.call or violation.written
        return say(
            "{where} uses `{what}`, which can hide a call that this exercise does not allow.", where=where, what=what
        )
    if violation.reason == "runs":
        return say(
            "{where} runs the operator `{call}`, which this exercise does not allow.", where=where, call=violation.call
        )
    short = violation.call.rpartition(".")[2]
    plain = violation.written == violation.call or violation.written.endswith(f".{short}")
    alias = "" if plain else say(" (as `{written}`)", written=violation.written)
    return say("{where} calls `{call}`{alias}.", where=where, call=violation.call, alias=alias)


def _exited(judgement: Judgement, context: Context, quiet: bool) -> model.Feedback:
    where = _where(judgement.trace, context.source)
    return model.Feedback(
        headline=say(
            "{where} ended the whole process, so no answer came. {others}", where=where, others=context.others
        ),
        details=[say("A function answers with `return`: take `exit`, `quit`, `sys.exit` and `os._exit` out.")]
        if judgement.trace is not None or not judgement.fact
        else [say("How it ended: {fact}.", fact=_cut(judgement.fact))],
    )


def _protocol(judgement: Judgement, context: Context, quiet: bool) -> model.Feedback:
    return model.Feedback(
        headline=say("What your code sent to the grader is no answer to what was asked, so it was stopped."),
        details=[say("Nothing but the results of your functions may be sent: do not write to open file descriptors.")],
    )


def _import_error(judgement: Judgement, context: Context, quiet: bool) -> model.Feedback:
    raised = raised_feedback(judgement.error, judgement.trace, context.source, quiet)
    why = _not_python(judgement.trace, context.source) or raised.headline
    headline = say("`{file}` could not be imported. {why}", file=context.source.name, why=why)
    return raised.model_copy(update={"headline": headline})


def _not_python(trace: StudentTrace | None, source: Source) -> str:
    """What of a notebook's own language keeps Python from reading the file; "" where it is something else."""
    if trace is None or trace.type_name not in ("SyntaxError", "IndentationError"):
        return ""
    lines = _lines(trace, source)
    return only_in_a_notebook(source, lines[-1]) if lines else ""


def _skipped(judgement: Judgement, context: Context, quiet: bool) -> model.Feedback:
    return model.Feedback(headline=say("Skipped: “{check}” has to pass first.", check=judgement.fact))


def _not_run(judgement: Judgement, context: Context, quiet: bool) -> model.Feedback:
    reason = judgement.fact or say("this machine lacks what it needs")
    return model.Feedback(headline=say("Not run: {reason}. Not counted.", reason=reason))


def _broken_check(judgement: Judgement, context: Context, quiet: bool) -> model.Feedback:
    return model.Feedback(
        headline=say(
            "This check could not be graded: it does not work on the course's own solution either. "
            "It is not counted. Tell your instructor."
        )
    )


def _infrastructure(judgement: Judgement, context: Context, quiet: bool) -> model.Feedback:
    if not judgement.fact:
        return model.Feedback(
            headline=say(
                "This check could not be graded: the sandbox let us down twice. It is not counted. "
                "Tell your instructor."
            )
        )
    return model.Feedback(
        headline=say(
            "This check could not be graded: the sandbox let us down twice ({fact}). It is not counted. "
            "Tell your instructor.",
            fact=_cut(judgement.fact).rstrip("."),
        )
    )


def from_facts(facts: Facts) -> model.Feedback:
    """A finding as the report holds it."""
    return model.Feedback(
        headline=told(facts.headline),
        details=[told(detail) for detail in facts.details],
        expected=facts.expected,
        actual=facts.actual,
        where=facts.where,
        smallest_input=dict(facts.smallest_input),
        pictures=reported(facts.pictures),
    )


def _sentence(text: str) -> str:
    text = capitalised(_cut(text))
    return text if text.endswith((".", "!", "?", "…", "。", "！", "？")) else say("{sentence}.", sentence=text)


def _cut(text: str, length: int = _LONGEST) -> str:
    text = text.strip()
    return text if len(text) <= length else text[: length - 1] + "…"


_Words = Callable[[Judgement, Context, bool], model.Feedback]

_WORDS: dict[Cause, _Words] = {
    Cause.FAILED: _failed,
    Cause.RAISED: _raised,
    Cause.MISSING: _missing,
    Cause.NOT_IMPLEMENTED: _not_implemented,
    Cause.IMPORT_ERROR: _import_error,
    Cause.TIMEOUT: _stopped(
        noted("ran for longer than it may"), noted("Is there a loop that never ends, or one over too much?")
    ),
    Cause.MEMORY: _stopped(noted("used more memory than it may"), noted("Which is the largest tensor that it makes?")),
    Cause.OUTPUT: _stopped(noted("printed more than it may"), noted("Take the prints out of loops.")),
    Cause.PROCESSES: _stopped(noted("started more processes or threads than it may")),
    Cause.DISK: _stopped(noted("wrote more to disk than it may")),
    Cause.DENIED: _denied,
    Cause.EXITED: _exited,
    Cause.PROTOCOL: _protocol,
    Cause.SKIPPED: _skipped,
    Cause.NOT_RUN: _not_run,
    Cause.BROKEN_CHECK: _broken_check,
    Cause.INFRASTRUCTURE: _infrastructure,
}
