"""Waiting for what happens soon, without a guess of how soon."""

import time
from collections.abc import Callable


def until(condition: Callable[[], bool], seconds: float = 20.0) -> bool:
    """Whether ``condition`` came true within ``seconds``."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True
