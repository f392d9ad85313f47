"""Nearest names, for messages that say what was perhaps meant."""

from collections.abc import Iterable
from difflib import get_close_matches

from grader.language import say


def nearest(name: str, known: Iterable[str], count: int = 3) -> list[str]:
    """Up to ``count`` of the known names that look like ``name``, the likeliest first; case does not matter."""
    by_folded: dict[str, str] = {}
    for candidate in known:
        by_folded.setdefault(candidate.casefold(), candidate)
    folded = name.casefold()
    close = get_close_matches(folded, by_folded, n=count, cutoff=0.6)
    inside = [key for key in by_folded if folded in key and len(folded) > 2 and key not in close]
    return [by_folded[key] for key in [*close, *inside][:count]]


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """``" Did you mean a, b or c?"``, or nothing where no known name is near."""
    names = nearest(name, known)
    if not names:
        return ""
    head, last = ", ".join(names[:-1]), names[-1]
    if head:
        return say(" Did you mean {head} or {last}?", head=head, last=last)
    return say(" Did you mean {near}?", near=last)
