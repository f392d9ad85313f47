"""A delegated control group for an ordinary user, from the user's own systemd.

The whole sandbox is started inside a scope (``systemd-run --user --scope``), since an ordinary user may move processes
only within what is delegated to it. Version 2 wants processes in leaves alone, so the sandbox's own go to one leaf and
each worker gets another.
"""

import os
import shutil
from pathlib import Path

from grader.sandbox.cgroups import Groups, GroupsV2, hierarchies

_LEAF = "sandbox"
_ROUNDS = 10  # a process that forks while it is moved is moved in the next round


def scope_command() -> list[str]:
    """What to put before a command so that it runs in a delegated scope; empty where there is no user's systemd."""
    runtime = os.environ.get("XDG_RUNTIME_DIR", f"/run/user/{os.geteuid()}")
    program = shutil.which("systemd-run")
    if os.geteuid() == 0 or program is None or not Path(runtime, "systemd").is_dir():
        return []
    return [program, "--user", "--scope", "--quiet", "--collect", "--property=Delegate=yes", "--"]


def scope_environment() -> dict[str, str]:
    """What systemd-run needs of the environment to find the user's manager."""
    names = ("XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS")
    return {name: os.environ[name] for name in names if name in os.environ}


def groups_in_scope(process: int, proc: Path = Path("/proc"), mounted: Path | None = None) -> Groups:
    """Groups within the scope in which ``process`` runs. OSError or LookupError: it is in no scope of ours.

    ``mounted`` is a process that sees the mounts as the caller does, where ``process`` does not.
    """
    theirs, own = (
        next((each for each in hierarchies(proc / name, mounted) if not each.controllers), None)
        for name in (str(process), "self")
    )
    if theirs is None or own is None or theirs.folder == own.folder:
        raise LookupError("the sandbox runs in no scope of its own")
    _empty_into_leaf(theirs.folder)
    (theirs.folder / "cgroup.subtree_control").write_text("+memory +pids")
    return GroupsV2(theirs.folder)


def _empty_into_leaf(scope: Path) -> None:
    leaf = scope / _LEAF
    leaf.mkdir(exist_ok=True)
    for _ in range(_ROUNDS):
        processes = (scope / "cgroup.procs").read_text().split()
        if not processes:
            return
        for process in processes:
            (leaf / "cgroup.procs").write_text(process)
    raise LookupError("the scope does not come to rest")
