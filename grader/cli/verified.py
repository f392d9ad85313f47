"""What ``grade verify`` prints."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from rich.text import Text

from grader.authoring.verdict import LEAST_KILLED_OVERALL, ExerciseVerdict, kill_rate
from grader.authoring.waivers import FILE, entry
from grader.faults import AuthorFault

# What is said about one check and one answer, whichever of process and sandbox says it, and in whichever words.
_ABOUT = re.compile(r"(?P<label>\S+): (?P<check>\w+) (?P<how>fails|passes|could not be graded)\b")
_NONE_RAN = "the checks can't be run: "


def distinct(problems: Sequence[str]) -> list[str]:
    """The problems without those that tell again, from the sandbox, what the run in process has told."""
    causes = [problem.partition(_NONE_RAN)[2].rstrip(".") for problem in problems if _NONE_RAN in problem]
    told: dict[object, str] = {}
    for problem in problems:
        if _NONE_RAN in problem or not any(cause in problem for cause in causes):
            told.setdefault(_about(problem), problem)
    return list(told.values())


def _about(problem: str) -> object:
    """A check that fails on a right answer in process can't be graded in the sandbox: that is one thing."""
    match = _ABOUT.match(problem)
    return (match["label"], match["check"], match["how"] == "passes") if match else problem


def describe(
    verdicts: Sequence[ExerciseVerdict], unreadable: Sequence[AuthorFault], *, quiet: bool, details: bool
) -> Iterator[Text]:
    """A line an exercise, what is wrong with it and which mutants live, and the total."""
    for verdict in verdicts:
        if not (quiet and verdict.sound):
            yield from _exercise(verdict, details=details)
    for fault in unreadable:
        yield Text(str(fault))
    yield Text(_total(verdicts))


def shortfall(verdicts: Sequence[ExerciseVerdict]) -> str:
    """What is missing to the share of mutants that a whole course must catch; "" for nothing."""
    rate = kill_rate(verdicts)
    if rate is None or rate >= LEAST_KILLED_OVERALL:
        return ""
    return f"{rate:.1%} of the course's mutants are caught; {LEAST_KILLED_OVERALL:.0%} are asked."


def _total(verdicts: Sequence[ExerciseVerdict]) -> str:
    sound = sum(verdict.sound for verdict in verdicts)
    answers = sum(verdict.answers for verdict in verdicts)
    rate = kill_rate(verdicts)
    mutants = sum(len(verdict.mutants.fates) for verdict in verdicts)
    caught = "" if rate is None else f", {rate:.1%} of {mutants} mutants caught"
    return f"{sound} of {len(verdicts)} exercises sound, {answers} answers{caught}."


def _exercise(verdict: ExerciseVerdict, *, details: bool) -> Iterator[Text]:
    exercise = verdict.exercise
    sign, style = ("✓", "green") if verdict.sound else ("✗", "bold red")
    yield Text.assemble((f"{sign} ", style), f"{exercise.number:<5} {exercise.id:<44} ", (_facts(verdict), "dim"))
    for problem in distinct(verdict.problems):
        yield Text(f"    {problem}")
    if details:
        yield from _details(verdict)
    yield from _survivors(verdict)


def _facts(verdict: ExerciseVerdict) -> str:
    facts = [f"{verdict.answers} answers", f"{len(verdict.checks)} checks"]
    mutants = verdict.mutants
    if mutants.rate is not None:
        waived = len(mutants.fates) - mutants.asked
        facts.append(f"{mutants.killed} of {mutants.asked} mutants caught ({mutants.rate:.1%})")
        facts += [f"{waived} waived"] if waived else []
    if verdict.margin is not None:
        facts.append(f"{verdict.margin[0]:.1%} of a tolerance used")
    return ", ".join(facts)


def _details(verdict: ExerciseVerdict) -> Iterator[Text]:
    """Each check: how long the reference takes it, what share of a tolerance is used, how many mutants it caught."""
    caught = Counter(fate.killed_by for _, fate in verdict.mutants.fates if fate.killed)
    for check in verdict.checks:
        share = verdict.margins.get(check)
        used = "     " if share is None else f"{share:5.1%}"
        yield Text(f"    {verdict.seconds[check] * 1000:7.0f} ms  {used:>6}  {caught[check]:4} mutants  {check}")
    if caught[""]:
        yield Text(f"    {caught['']} mutants can't be imported or run at all")


def _survivors(verdict: ExerciseVerdict) -> Iterator[Text]:
    """Each as a diff, and as an entry to paste into waivers.toml should it be equivalent."""
    living = verdict.mutants.survivors
    if not living:
        return
    original = verdict.exercise.reference.read_bytes()
    yield Text(f"    No check catches these. Add a check, or waive what is equivalent in {FILE}, with the reason:")
    for mutant in living:
        yield Text()
        for line in mutant.diff(original, verdict.exercise.file).splitlines():
            yield Text(f"    {line}", style="green" if line[:1] == "+" else "red" if line[:1] == "-" else "")
        for line in entry(mutant.key).splitlines():
            yield Text(f"    {line}", style="dim")
