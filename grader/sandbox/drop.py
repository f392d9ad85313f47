"""Root's first step: become an unprivileged user that can still reach what the sandbox is to show.

Run as a script, in a process of its own: makes a private mount namespace, binds each wanted path to a staging folder
(the unprivileged user can't traverse a home of mode 0700), drops to the user, and executes the command.

Argument 1: JSON with ``uid``, ``gid``, ``staging`` (an existing folder), ``sources`` (bound to staging/0,
staging/1, …); the rest: the command.
"""

import json
import os
import sys
from typing import Any

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))

from grader.worker import syscalls


def main(arguments: list[str]) -> None:
    plan = json.loads(arguments[0])
    if plan["sources"]:
        _stage(plan)
    os.setgroups([])
    os.setresgid(plan["gid"], plan["gid"], plan["gid"])
    os.setresuid(plan["uid"], plan["uid"], plan["uid"])
    os.chdir("/")
    os.execv(arguments[1], arguments[1:])


def _stage(plan: dict[str, Any]) -> None:
    staging = plan["staging"]
    syscalls.unshare(syscalls.CLONE_NEWNS)
    syscalls.mount(None, "/", None, syscalls.MS_REC | syscalls.MS_PRIVATE)
    syscalls.mount("tmpfs", staging, "tmpfs", syscalls.MS_NOSUID | syscalls.MS_NODEV, "size=1m,mode=0755")
    for number, source in enumerate(plan["sources"]):
        target = os.path.join(staging, str(number))
        if os.path.isdir(source):
            os.mkdir(target)
        else:
            os.close(os.open(target, os.O_CREAT | os.O_WRONLY, 0o644))
        syscalls.mount(source, target, None, syscalls.MS_BIND | syscalls.MS_REC)


if __name__ == "__main__":
    main(sys.argv[1:])
