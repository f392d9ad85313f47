"""A journal of the tiny course's first chapter."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.batch.journal import Journal
from tests.batch.gradebook.marked import columns


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.sqlite") as opened:
        columns(opened)
        yield opened
