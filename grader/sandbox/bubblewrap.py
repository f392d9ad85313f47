"""The bubblewrap driver: a warm zygote inside, one isolated fork for each worker, spares forked ahead."""

import contextlib
import itertools
import os
from collections.abc import Iterable
from pathlib import Path

from grader.faults import InfrastructureFault
from grader.language import say
from grader.sandbox.barriers import probe_barriers
from grader.sandbox.bubblewrapcell import BubblewrapCell
from grader.sandbox.bytecode import prepared_cache
from grader.sandbox.cell import Cell
from grader.sandbox.cgroups import Groups, NoGroups, find_groups
from grader.sandbox.protocol import Barrier
from grader.sandbox.remedies import NO_USER_NAMESPACES, NoUserNamespaces, explained
from grader.sandbox.scope import groups_in_scope, scope_command
from grader.sandbox.view import python_view
from grader.sandbox.warm import PROBE, SERVE, IsolatedWorker, WarmSandbox

__all__ = ["PROBE", "SERVE", "BubblewrapSandbox", "IsolatedWorker"]

_FIRST_UID, _UIDS = 0x70000000, 1024


class BubblewrapSandbox(WarmSandbox):
    """Starts its zygote on construction (about two seconds). Thread safe; ``close`` is idempotent."""

    name = "bubblewrap"
    isolation = "full"

    def __init__(self, packages: Iterable[str] = (), hidden: Iterable[Path] = (), groups: Groups | None = None) -> None:
        super().__init__()
        self._barriers: tuple[Barrier, ...] | None = None
        self._user_namespace = True
        self._serial = itertools.count()
        try:
            self._view = python_view(packages, hidden)
            self._bytecode = prepared_cache()
            self._groups = groups or find_groups()
            self._scope = scope_command() if groups is None and isinstance(self._groups, NoGroups) else []
        except BaseException:
            self.close()
            raise
        self._start()

    def _first_cell(self) -> Cell:
        try:
            return self._first_cell_of_some_kind()
        except OSError as error:
            raise explained(str(error), None) from error

    def _first_cell_of_some_kind(self) -> Cell:
        """Root can do without user namespaces: each worker is then a user of its own. ``barriers`` says so."""
        try:
            return self._new_cell()
        except NoUserNamespaces:
            if os.geteuid() != 0:
                raise
            self._user_namespace = False
            return self._new_cell()

    def _start_cell(self) -> Cell:
        """An ordinary user's goes into a scope where systemd gives one, so that the kernel counts what workers use."""
        if self._scope:
            with contextlib.suppress(InfrastructureFault):
                cell = BubblewrapCell(self._view, self._bytecode, scope=self._scope)
                with contextlib.suppress(OSError, LookupError):
                    self._groups = groups_in_scope(cell.process_id)
                return cell
            self._scope = []
        return BubblewrapCell(self._view, self._bytecode, user_namespace=self._user_namespace)

    def _uid(self) -> int | None:
        """A user that no other worker of this judge has had lately."""
        if self._user_namespace:
            return None
        return _FIRST_UID + os.getpid() % 4096 * _UIDS + next(self._serial) % _UIDS

    def barriers(self) -> tuple[Barrier, ...]:
        """Each barrier, tried for real from inside; the first call takes a fifth of a second."""
        if self._barriers is None:
            namespace = Barrier(
                "user namespace",
                self._user_namespace,
                "" if self._user_namespace else "not to be had here: each worker is a user of its own instead",
                "" if self._user_namespace else say(NO_USER_NAMESPACES),
            )
            self._barriers = (namespace, *probe_barriers(self.open_probe, self.memory_limit))
        return self._barriers
