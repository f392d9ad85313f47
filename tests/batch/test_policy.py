"""The rules: time zones, lateness, extensions, and one clear sentence for whatever is wrong in the file."""

from datetime import UTC, datetime, timedelta

import pytest

from grader.batch.policy import Late, Policy, days_late, named, parse_policy, penalty_percent
from grader.faults import UsageFault

ADA = {"ada lovelace", "1"}


def policy(text: str) -> Policy:
    return parse_policy(text, "policy.toml")


@pytest.mark.parametrize(
    ("text", "due"),
    [
        ('due.default = 2026-05-10', datetime(2026, 5, 11, 0, 0, tzinfo=UTC)),  # the end of that day
        ('timezone = "America/Los_Angeles"\ndue.default = 2026-05-10', datetime(2026, 5, 11, 7, 0, tzinfo=UTC)),
        ('timezone = "Asia/Shanghai"\ndue.ch1 = 2026-05-10T18:00:00', datetime(2026, 5, 10, 10, 0, tzinfo=UTC)),
        ('timezone = "Asia/Shanghai"\ndue.ch1 = 2026-05-10T18:00:00Z', datetime(2026, 5, 10, 18, 0, tzinfo=UTC)),
        ('due.ch1 = 2026-05-10T18:00:00+02:00', datetime(2026, 5, 10, 16, 0, tzinfo=UTC)),
        ('due.default = 2026-01-01\ndue.ch1 = 2026-02-01\ndue."ch1/a" = 2026-03-01', datetime(2026, 3, 2, tzinfo=UTC)),
        ('due.ch2 = 2026-01-01', None),
    ],
)  # fmt: skip
def test_when_something_is_due(text: str, due: datetime | None) -> None:
    assert policy(text).due_for(ADA, "ch1/a") == due


@pytest.mark.parametrize(
    ("extension", "due"),
    [
        ('student = "Ada Lovelace"\nreason = "ill"\ndays = 7', datetime(2026, 4, 2, 16, 0, tzinfo=UTC)),
        ('student = "ADA LOVELACE"\nreason = "ill"\nuntil = 2026-04-01', datetime(2026, 4, 1, 22, 0, tzinfo=UTC)),
        ('student = "1"\nreason = "ill"\nexercise = "ch1"\ndays = 0.5', datetime(2026, 3, 27, 5, 0, tzinfo=UTC)),
        ('student = "1"\nreason = "ill"\nexercise = "ch1/b"\ndays = 7', datetime(2026, 3, 26, 17, 0, tzinfo=UTC)),
        ('student = "Zoe"\nreason = "ill"\ndays = 7', datetime(2026, 3, 26, 17, 0, tzinfo=UTC)),
        ('student = "1"\nreason = "earlier?"\nuntil = 2026-01-01', datetime(2026, 3, 26, 17, 0, tzinfo=UTC)),
    ],
)
def test_extensions(extension: str, due: datetime) -> None:
    """Over the night of 29 March 2026, when clocks in Berlin go forward: six in the evening stays six."""
    rules = policy(f'timezone = "Europe/Berlin"\ndue.default = 2026-03-26T18:00:00\n[[extensions]]\n{extension}')
    assert rules.due_for(ADA, "ch1/a") == due


DUE = datetime(2026, 5, 11, tzinfo=UTC)


@pytest.mark.parametrize(
    ("after", "days"),
    [(-1.0, 0), (0.0, 0), (1.0, 1), (86_400.0, 1), (86_401.0, 2), (10 * 86_400.0, 10)],
)
def test_started_days_count(after: float, days: int) -> None:
    assert days_late(DUE + timedelta(seconds=after), None, DUE, Late()) == days


def test_what_the_platform_says_counts_where_there_is_no_time() -> None:
    rules = Late(days_if_unknown=3)
    assert days_late(None, True, DUE, rules) == 3
    assert days_late(None, False, DUE, rules) == 0
    assert days_late(DUE, True, DUE, rules) == 0  # a time that is in time is better than a flag
    assert days_late(DUE, True, None, rules) == 3


def test_penalties() -> None:
    rules = Late(percent_per_day=10, at_most_percent=25, closed_after_days=4)
    assert [penalty_percent(days, rules) for days in range(6)] == [0, 10, 20, 25, 25, 100]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("grace_days = ", "policy.toml is no TOML"),
        ("grace_day = 2", "there is no key grace_day. Did you mean `?grace_days"),
        ("late.percent = 2", "there is no key late.percent."),
        ("grace_days = -1", "grace_days must be at least 0"),
        ("grace_days = 1.5", "grace_days"),
        ('attempts = "worst"', "attempts"),
        ('timezone = "Mars/Olympus"', "there is no time zone 'Mars/Olympus'"),
        ('timezone = "../../etc/passwd"', "there is no time zone"),
        ('due.default = "2026-05-10"', "due.default: must be a date or a time without quotes"),
        ("due.default = 5", "due.default: must be a date or a time"),
        ("due = 5", "due"),
        ("weights.ch1 = -1", "the weight of ch1 must be 0 or more"),
        ("weights.ch1 = nan", "weights.ch1"),
        ("late.percent_per_day = inf", "late.percent_per_day"),
        ('[[extensions]]\nstudent = "a"\ndays = 1', "extensions, entry 1: reason is missing"),
        ('[[extensions]]\nstudent = "a"\nreason = "x"\ndays = 1e99', "extensions, entry 1: days"),
        (
            '[[overrides]]\nstudent = "a"\nexercise = "e"\nreason = ""\npoints = 1',
            "overrides, entry 1: reason must not be empty",
        ),
        ('[[overrides]]\nstudent = "a"\nexercise = "e"\nreason = "x"', "needs either points or excused"),
        (
            '[[overrides]]\nstudent = "a"\nexercise = "e"\nreason = "x"\npoint = 1',
            "there is no key overrides, entry 1: point. Did you mean points",
        ),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(text: str, says: str) -> None:
    with pytest.raises(UsageFault, match=says) as told:
        policy(text)
    assert "\n" not in str(told.value)


def test_what_the_rules_name() -> None:
    text = """
        due = { default = 2026-05-10, ch1 = 2026-05-11 }
        weights."ch2/b" = 2
        [[extensions]]
        student = "Ada"
        reason = "ill"
        [[overrides]]
        student = "Zoe"
        exercise = "ch1/a"
        reason = "seen by hand"
        points = 3
    """
    assert named(policy(text)) == ({"ch1", "ch2/b", "ch1/a"}, {"Ada", "Zoe"})
