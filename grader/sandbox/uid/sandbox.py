"""The uid driver itself."""

import os
import socket
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from grader.faults import InfrastructureFault
from grader.sandbox.barriers import probe_barriers
from grader.sandbox.cell import Cell
from grader.sandbox.cgroups import task_limit
from grader.sandbox.life import ForkedLife
from grader.sandbox.meter import Meter
from grader.sandbox.protocol import Barrier, Limits
from grader.sandbox.remedies import NO_USER_NAMESPACES
from grader.sandbox.scratch import Scratch
from grader.sandbox.uid import barriers
from grader.sandbox.uid.cell import UidCell
from grader.sandbox.uid.life import SHARED, Tenant, UserLife
from grader.sandbox.uid.meter import UserMeter
from grader.sandbox.uid.users import pairs
from grader.sandbox.view import python_view
from grader.sandbox.warm import WarmSandbox

_NOT_ROOT = "Only root can give each check a user of its own. Use --sandbox bubblewrap or docker."
# What Python and torch ask the kernel for; /proc of other processes is not among it.
_KERNEL = (
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/sys/vm",
    "/proc/sys/kernel",
    "/sys/devices/system/cpu",
)
_DEVICES = tuple(f"/dev/{name}" for name in ("null", "zero", "full", "random", "urandom"))


class UidSandbox(WarmSandbox):
    """Starts its zygote on construction. ``hidden``: folders that must be shut to workers, which is tried at once.
    Without ``landlock`` it is as on a kernel that has none: users and modes are all there is.

    Raises InfrastructureFault where a worker can read one of their files.
    """

    name = "uid"
    isolation = "reduced"

    def __init__(self, packages: Iterable[str] = (), hidden: Iterable[Path] = (), *, landlock: bool = True) -> None:
        if os.geteuid() != 0:
            raise InfrastructureFault(_NOT_ROOT)
        super().__init__()
        self._hidden = tuple(hidden)
        self._barriers: tuple[Barrier, ...] | None = None
        self._tenants: dict[int, Tenant] = {}
        self._pairs = pairs()
        self._pairs_lock = threading.Lock()
        self._scratch = Scratch()
        self._base = str(self._scratch.path)
        os.chmod(self._base, 0o711)
        self._readable = [*map(str, python_view(packages).sources()), *_KERNEL] if landlock else None
        self._start()
        self._refuse_open_doors()

    def _start_cell(self) -> Cell:
        return UidCell(self._base)

    def _uid(self) -> int | None:
        with self._pairs_lock:
            uid, by = next(self._pairs)
        self._tenants[uid] = Tenant(uid, by, f"{self._base}/{uid}")
        return uid

    def _new_life(self, cell: Cell, end: socket.socket, limits: Limits, uid: int | None) -> ForkedLife:
        if limits.network:
            raise InfrastructureFault("The uid driver can't give a private network to an exercise that needs one.")
        assert uid is not None
        assert isinstance(cell, UidCell)
        tenant = self._tenants[uid]
        tenant.move_in()
        return UserLife(end, cell, tenant, limits.disk_bytes)

    def _new_meter(self, limits: Limits, uid: int | None) -> Meter:
        assert uid is not None
        return UserMeter(uid, limits.memory_bytes, task_limit(limits))

    def _request(self, limits: Limits, server: str, uid: int | None) -> dict[str, Any]:
        assert uid is not None
        tenant = self._tenants.pop(uid)
        request = super()._request(limits, server, uid)
        return request | {
            "by": tenant.by,
            "folder": tenant.folder,
            "readable": self._readable,
            "shared": [*SHARED, *_DEVICES],
            "environment": {**request["environment"], **_folders(tenant.folder)},
        }

    def _refuse_open_doors(self) -> None:
        """The modes of the hidden folders' files, as a worker meets them."""
        try:
            found = barriers.readable(self.open_probe, self._hidden)
        except BaseException:
            self.close()
            raise
        if found:
            self.close()
            raise InfrastructureFault(
                f"{found[0]} can be read by every user of this machine, so it is not hidden from a submission: "
                "chmod 700 the folder that holds it."
            )

    def barriers(self) -> tuple[Barrier, ...]:
        """Each barrier that there is, tried for real from inside; and the namespaces, which there are not."""
        if self._barriers is None:
            namespaces = Barrier("user namespace", False, "each check is a user of its own instead", NO_USER_NAMESPACES)
            tried = probe_barriers(self.open_probe, self.memory_limit, barriers.attacks(self._hidden))
            self._barriers = (namespaces, barriers.landlock(self.open_probe), *tried)
        return self._barriers

    def close(self) -> None:
        super().close()
        self._scratch.remove()


def _folders(folder: str) -> dict[str, str]:
    scratch = f"{folder}/tmp"
    names = {"TORCHINDUCTOR_CACHE_DIR": "inductor", "TRITON_CACHE_DIR": "triton", "MPLCONFIGDIR": "matplotlib"}
    return {"HOME": f"{folder}/work", "TMPDIR": scratch} | {key: f"{scratch}/{name}" for key, name in names.items()}
