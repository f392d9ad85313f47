"""Where two short texts differ, so that a reader's eye need not look for it."""

import difflib
import re

Piece = tuple[str, bool]  # text, and whether it differs

_TOKEN = re.compile(r"[\w.+\-]+|\s+|.", re.DOTALL)
_MOST_TOKENS = 400  # difflib is quadratic


def difference(expected: str, actual: str) -> tuple[list[Piece], list[Piece]]:
    """Both texts in pieces. Texts that are too long, or too different to be compared, are one piece each."""
    left, right = _TOKEN.findall(expected), _TOKEN.findall(actual)
    if max(len(left), len(right)) > _MOST_TOKENS:
        return [(expected, False)], [(actual, False)]
    matcher = difflib.SequenceMatcher(None, left, right, autojunk=False)
    if matcher.ratio() < 0.4:
        return [(expected, False)], [(actual, False)]
    expected_pieces: list[Piece] = []
    actual_pieces: list[Piece] = []
    for operation, i1, i2, j1, j2 in matcher.get_opcodes():
        differs = operation != "equal"
        expected_pieces.append(("".join(left[i1:i2]), differs))
        actual_pieces.append(("".join(right[j1:j2]), differs))
    return [piece for piece in expected_pieces if piece[0]], [piece for piece in actual_pieces if piece[0]]
