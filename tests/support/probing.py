"""Run source text in a worker of any sandbox, and see what it answers or how it ends."""

import contextlib
from typing import Any

from grader.sandbox.probe import ask, tell
from grader.sandbox.protocol import Ending, Limits


def end_of(sandbox: Any, source: str, limits: Limits, seconds: float = 20.0) -> Ending:
    """How a worker ends that runs ``source`` until it is stopped or has answered."""
    worker = sandbox.open_probe(limits)
    tell(worker, source)
    worker.channel.settimeout(seconds)
    with contextlib.suppress(TimeoutError):
        worker.channel.recv(1)
    worker.pause()
    ending: Ending = worker.close()
    return ending


def answer(sandbox: Any, source: str) -> Any:
    worker = sandbox.open_probe(Limits())
    try:
        return ask(worker, source)
    finally:
        worker.close()


# What is left open to write to, as a list of folders.
WRITABLE = """
import os
result = []
for line in open('/proc/self/mountinfo'):
    path = os.path.join(line.split()[4], 'left-behind')
    try:
        open(path, 'w').close()
    except OSError:
        continue
    result.append(os.path.dirname(path))
"""
