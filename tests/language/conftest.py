from collections.abc import Iterator

import pytest

from grader.language import language, use


@pytest.fixture
def restored() -> Iterator[None]:
    """The process speaks afterwards as before."""
    before = language()
    yield
    use(before)
