"""The judge's side of the wire: connections to workers, handles to the student's objects, late-bound modules.

Trusted. May import `grader.wire`, `grader.sandbox.protocol` and `grader.verdict`, and nothing else of the grader.

What a lying worker can do: answer a call that it was asked with any value of the wire's kinds, or any exception below
`Exception`; change the lists, dicts, arrays, generators and tensors that were passed to it (the containers only until
the call ends, tensors as long as it holds them, as code in this process could); say of its own objects what it likes;
call the functions that were passed to it, and read and set public attributes of the instances that were.

What it cannot do: have anything executed or imported here, name an object or tensor that it was not given, answer what
was not asked or answer twice, skip a check or interrupt the session by an exception, answer the comparison of its
objects with the judge's own values, make the judge allocate more than the frame limits, or reach globals, modules,
files or the judge's random state. What breaks a rule of the wire ends the worker with cause PROTOCOL.
"""

from grader.judge.remote.connection import Connection
from grader.judge.remote.exceptions import StudentTrace, student_trace
from grader.judge.remote.handle import Handle
from grader.judge.remote.lost import WorkerLost
from grader.judge.remote.subject import MissingName, RemoteModule, Rooted, Subject, in_fresh_worker
from grader.judge.remote.worker_side import (
    call_and_compare_memory,
    forward_seeding,
    install_remote,
    is_remote,
    traced,
    worker_shares_memory,
)
from grader.wire.errors import Frame
from grader.wire.trace import Operator, Trace
from grader.wire.watch import Watch, Watched

install_remote()

__all__ = [
    "Connection",
    "Frame",
    "Handle",
    "MissingName",
    "Operator",
    "RemoteModule",
    "Rooted",
    "StudentTrace",
    "Subject",
    "Trace",
    "Watch",
    "Watched",
    "WorkerLost",
    "call_and_compare_memory",
    "forward_seeding",
    "in_fresh_worker",
    "is_remote",
    "student_trace",
    "traced",
    "worker_shares_memory",
]
