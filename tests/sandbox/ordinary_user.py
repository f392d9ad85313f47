"""Run Python as an ordinary user, from root: for tests of what a student's own machine does.

Run as a script: ``ordinary_user.py UID HOME PYTHON ARGUMENTS…``. An interpreter under a home of mode 0700 is made
reachable in a private mount namespace: an empty folder covers the home and holds the interpreter's prefix alone.
"""

import os
import stat
import sys
from pathlib import Path

from grader.worker import syscalls


def main(uid: int, home: str, command: list[str]) -> None:
    syscalls.unshare(syscalls.CLONE_NEWNS)
    syscalls.mount(None, "/", None, syscalls.MS_REC | syscalls.MS_PRIVATE)
    for path in (Path(sys.base_prefix), Path(sys.prefix), Path(__file__)):
        _make_reachable(path)
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)
    os.chdir(home)
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE") if name in os.environ}
    os.execve(command[0], command, {**kept, "HOME": home})


def _make_reachable(path: Path) -> None:
    for parent in reversed(path.parents):
        if not parent.stat().st_mode & stat.S_IXOTH:
            held = os.open(path, os.O_PATH)
            syscalls.mount("tmpfs", str(parent), "tmpfs", 0, "mode=0755")
            path.mkdir(parents=True)
            syscalls.mount(f"/proc/self/fd/{held}", str(path), None, syscalls.MS_BIND | syscalls.MS_REC)
            os.close(held)
            return


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3:])
