"""The system call filter of the container itself, in the engine's own format.

It is around everything inside: the init process, the holder and the zygote, which make and join namespaces, and the
workers, which load the narrower filter of ``grader.sandbox.seccomp`` over it and so have neither of these. Against that
one it adds what starts a program and what isolation is made of, and nothing else.
"""

import json
from typing import Any

from grader.sandbox.seccomp import ALLOWED, GPU_IOCTLS, IOCTLS, ONLY_SELF

# The C library's start of a program; the init process; the runtime's last steps after it has loaded the filter.
_START = "execve clone prlimit64 sched_getaffinity capget setgid setuid setgroups fchown wait4"
# What grader.worker.container, holder, zygote and isolate make of a container without a single capability.
_ISOLATION = "unshare setns mount capset pidfd_open pidfd_send_signal"
# The holder brings ``lo`` up in a worker's own network namespace; the init process asks for a terminal.
_SIOCSIFFLAGS, _TIOCSPGRP = 0x8914, 0x5410
_ENOSYS = 38
_AF_UNIX, _AF_INET, _AF_NETLINK = 1, 2, 16


def container_profile(gpus: bool = False) -> str:
    """The profile as JSON. What is not in it fails with EPERM."""
    names = sorted({*ALLOWED.split(), *ONLY_SELF, *_START.split(), *_ISOLATION.split()})
    rules: list[dict[str, Any]] = [{"names": names, "action": "SCMP_ACT_ALLOW"}]
    rules += [_rule("ioctl", 1, request) for request in (*IOCTLS, _SIOCSIFFLAGS, _TIOCSPGRP)]
    rules += [_rule("socket", 0, family) for family in (_AF_UNIX, _AF_INET, _AF_NETLINK)]
    rules += [_rule("ioctl", 1, value, mask) for mask, value in GPU_IOCTLS if gpus]
    rules.append({"names": ["clone3"], "action": "SCMP_ACT_ERRNO", "errnoRet": _ENOSYS})
    return json.dumps({"defaultAction": "SCMP_ACT_ERRNO", "defaultErrnoRet": 1, "syscalls": rules})


def _rule(name: str, argument: int, value: int, mask: int | None = None) -> dict[str, Any]:
    """The call is allowed where the argument, or what the mask leaves of it, is ``value``."""
    condition: dict[str, Any] = {"index": argument, "value": value, "op": "SCMP_CMP_EQ"}
    if mask is not None:
        condition |= {"value": mask, "valueTwo": value, "op": "SCMP_CMP_MASKED_EQ"}
    return {"names": [name], "action": "SCMP_ACT_ALLOW", "args": [condition]}
