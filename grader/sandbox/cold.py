"""Bubblewrap with a set-id bwrap, for an ordinary user where the kernel gives user namespaces to nobody.

Such a bwrap makes the namespaces but hands out no capabilities, so nothing inside can make more of them: each worker is
a bubblewrap of its own with a Python started cold (seconds), which locks itself in before it touches the submission.
Its pid 1 is bwrap's own process of the same user, which the submission can reach past the system call filter: hence
"reduced".
"""

import base64
from collections.abc import Iterable
from pathlib import Path

from grader.faults import InfrastructureFault
from grader.sandbox.barriers import probe_barriers
from grader.sandbox.bytecode import prepared_cache
from grader.sandbox.command import bubblewrap_command, thread_variables
from grader.sandbox.plainlife import ColdLife
from grader.sandbox.process import PlainWorker, ProcessSandbox, Wrapping, start_plain_worker
from grader.sandbox.protocol import Barrier, Limits
from grader.sandbox.remedies import NO_USER_NAMESPACES
from grader.sandbox.seccomp import compiled_filter
from grader.sandbox.view import python_view


class ColdSandbox(ProcessSandbox):
    """One bubblewrap a worker; ``prepare`` hides its two seconds."""

    name = "bubblewrap"
    isolation = "reduced"

    def __init__(self, bwrap: Path, packages: Iterable[str] = (), hidden: Iterable[Path] = ()) -> None:
        super().__init__()
        self._bwrap = bwrap
        self._view = python_view(packages, hidden)
        self._bytecode = prepared_cache()
        self._barriers: tuple[Barrier, ...] | None = None
        self._wrapping = Wrapping(self._command, self._orders, ColdLife)

    def _command(self, inner: list[str], limits: Limits) -> list[str]:
        threads = [word for pair in thread_variables(limits.threads).items() for word in ("--setenv", *pair)]
        wrapped = bubblewrap_command(
            self._bwrap, self._view, self._bytecode, inner, user_namespace=False, capabilities=False
        )
        return [*wrapped[: -len(inner)], *threads, *inner]

    def _orders(self, limits: Limits) -> dict[str, object]:
        return {"filter": base64.b64encode(compiled_filter(limits.network)).decode()}

    def _start(self, limits: Limits, server: str) -> PlainWorker:
        if limits.network:
            raise InfrastructureFault("A set-id bubblewrap can't give a private network to an exercise that needs one.")
        return start_plain_worker(limits, server, wrapping=self._wrapping)

    def barriers(self) -> tuple[Barrier, ...]:
        if self._barriers is None:
            detail = "not to be had here: a set-id bubblewrap makes the others, cold for each worker"
            namespace = Barrier("user namespace", False, detail, NO_USER_NAMESPACES)
            self._barriers = (namespace, *probe_barriers(self.open_probe, "none"))
        return self._barriers
