"""What a line that Python refuses may be: something that a notebook takes and a file does not."""

import re

from grader.judge.source import Source
from grader.language import say
from grader.notebook import only_ipython

_WAITS = re.compile(r"\basync (?:for|with)\b|\bawait\b")


def only_in_a_notebook(source: Source, line: int) -> str:
    """Why line ``line``, at which a SyntaxError was raised, is no Python, and what to do; "" where it is something
    else.
    """
    facts = {"where": source.where(line), "what": only_ipython(source.line(line))}
    if facts["what"] and source.notebook:
        return say(
            "{where} has `{what}`, which is no Python: give it a line of its own, which is left out and never run, or "
            "take it out.",
            **facts,
        )
    if facts["what"]:
        return say("{where} has `{what}`, which only a notebook understands: take it out.", **facts)
    waits = _WAITS.search(source.line(line))
    if waits is None:
        return ""
    return say(
        "{where} uses `{what}` outside of an `async def`, which only a notebook can: put it into one, or take it out.",
        where=facts["where"],
        what=waits[0],
    )
