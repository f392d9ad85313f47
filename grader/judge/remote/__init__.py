"""The judge's side of the wire: connections to workers, handles to the student's objects, late-bound modules.

Trusted. May import `grader.wire`, `grader.sandbox.protocol` and `grader.verdict`.
"""

from grader.judge.remote.connection import Connection
from grader.judge.remote.exceptions import StudentTrace, student_trace
from grader.judge.remote.handle import Handle
from grader.judge.remote.lost import WorkerLost

__all__ = ["Connection", "Handle", "StudentTrace", "WorkerLost", "student_trace"]
