"""Containers of judges that are no more: found by their labels, and removed. Nobody else's container is touched."""

import contextlib
import os
import time
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from docker.errors import DockerException
from requests import RequestException

from grader.sandbox.docker.engine import Engine

_MARK, _JUDGE, _PLACE = "torchgrade.grading", "torchgrade.judge", "torchgrade.place"
_LEFT_BEHIND_SECONDS = 3600.0


def labels_of_this_judge() -> dict[str, str]:
    return {_MARK: "1", _JUDGE: f"{os.getpid()}:{_started(os.getpid())}", _PLACE: _place()}


def _place() -> str:
    """This boot of this machine, and the pid namespace in which the judge's number means something."""
    boot = Path("/proc/sys/kernel/random/boot_id")
    namespace = Path("/proc/self/ns/pid")
    if not boot.exists():
        return "unknown"
    return f"{boot.read_text().strip()}:{os.stat(namespace).st_ino}"


def _started(process: int) -> str:
    """When a process started, in the kernel's ticks, so that a number that is used again is told apart."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[19]
    return ""


def is_orphan(labels: Mapping[str, str], state: str, created: float, place: str, now: float) -> bool:
    """Whether nobody has any use for a container. ``created`` and ``now`` in seconds.

    A judge elsewhere can't be looked for: its container must have ended long ago.
    """
    if labels.get(_MARK) != "1":
        return False
    process, _, started = labels.get(_JUDGE, "").partition(":")
    if labels.get(_PLACE) == place and place != "unknown" and process.isdigit():
        return _started(int(process)) != started
    return state in ("exited", "dead") and now - created > _LEFT_BEHIND_SECONDS


def remove_orphans(engine: Engine) -> list[str]:
    """The ids of what was removed. The engine's troubles here are met again, and told, by whoever needs it."""
    removed = []
    with contextlib.suppress(DockerException, RequestException):
        for container in engine.client.api.containers(all=True, filters={"label": f"{_MARK}=1"}):
            if is_orphan(
                container.get("Labels") or {}, container["State"], _seconds(container["Created"]), _place(), time.time()
            ):
                with contextlib.suppress(DockerException):  # another judge was quicker
                    engine.client.api.remove_container(container["Id"], force=True, v=True)
                    removed.append(container["Id"])
    return removed


def _seconds(created: object) -> float:
    """Docker gives seconds, podman's older versions a date."""
    if isinstance(created, int | float):
        return float(created)
    return datetime.fromisoformat(str(created)).timestamp()
