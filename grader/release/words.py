"""Translations of what checks say, cut down to what the visible ones say."""

import tempfile
from collections.abc import Sequence
from pathlib import Path

from grader.course import Exercise
from grader.language.course import CHECKS


def catalogues(exercise: Exercise) -> list[Path]:
    """The catalogues of an exercise's checks, one a language."""
    return sorted(exercise.folder.glob(CHECKS.format(language="*")))


def visible_words(catalogue: Path, sources: Sequence[bytes]) -> bytes:
    """Those messages of a catalogue that one of ``sources`` says. Raises AuthorFault where it can't be read."""
    from grader.language.catalogue import collected, read, written  # Babel takes a while

    with tempfile.TemporaryDirectory(prefix="torchgrade-") as scratch:
        files = [Path(scratch, f"{number}.py") for number in range(len(sources))]
        for file, content in zip(files, sources, strict=True):
            file.write_bytes(content)
        said = {message.id for message in collected([(file, "extract_checks") for file in files], Path(scratch))}
    found = read(catalogue)
    for message in list(found):
        if message.id and message.id not in said:
            found.delete(message.id, message.context)
    return written(found)
