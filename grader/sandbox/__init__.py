"""Sandbox drivers: where student code runs. ``open_sandbox`` is the way in."""

from grader.sandbox.choose import open_sandbox
from grader.sandbox.protocol import Barrier, Captured, Ending, Limits, Sandbox, Worker

__all__ = ["Barrier", "Captured", "Ending", "Limits", "Sandbox", "Worker", "open_sandbox"]
