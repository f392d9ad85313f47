"""What of a Markdown document is read as Markdown."""

import re


def outside_of_fences(markdown: str) -> str:
    """All but the fenced blocks; every fence must have its end."""
    kept, fence = [], ""
    for line in markdown.splitlines():
        if fence:
            fence = "" if line == fence else fence
        elif match := re.match("`{3,}", line):
            fence = match[0]
        else:
            kept.append(line)
    assert not fence
    return "\n".join(kept)
