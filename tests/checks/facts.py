"""The facts that an assertion of the check library ends with."""

from collections.abc import Callable
from typing import Any

import pytest

from grader.checks import Facts, Finding


def facts_of(assertion: Callable[..., Any], *args: Any, **kwargs: Any) -> Facts:
    """Run an assertion that must fail; its facts are bounded and printable."""
    with pytest.raises(Finding) as caught:
        assertion(*args, **kwargs)
    facts = caught.value.facts
    texts = [facts.headline, *facts.details, facts.expected or "", facts.actual or "", facts.where or ""]
    texts += [*facts.smallest_input, *facts.smallest_input.values()]
    assert all(len(text) <= 400 and text.isprintable() for text in texts)
    assert facts.headline.endswith((".", "…"))
    return facts
