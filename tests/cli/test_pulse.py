"""Progress as lines of text."""

import io

from grader.cli.pulse import Pulse


def test_a_line_comes_at_most_once_in_so_many_seconds() -> None:
    file, now = io.StringIO(), 0.0
    pulse = Pulse(file, 30, lambda: now)
    for now in (1.0, 29.0, 31.0, 32.0, 60.0, 61.0):
        pulse.beat(f"at {now:g}")
    assert file.getvalue() == "at 31\nat 61\n"
