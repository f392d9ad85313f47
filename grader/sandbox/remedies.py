"""What bubblewrap's and the kernel's complaints mean, and what to do: one clear sentence each."""

import re

from grader.faults import InfrastructureFault
from grader.language import noted, say

NO_USER_NAMESPACES = noted(
    "This machine does not let ordinary users make user namespaces, so bubblewrap can't isolate student code. "
    "Allow them (sysctl -w kernel.unprivileged_userns_clone=1 user.max_user_namespaces=10000; on Ubuntu 24.04 also "
    "kernel.apparmor_restrict_unprivileged_userns=0 or an AppArmor profile for bwrap), or use docker."
)

_KILLED = (-9, 137)  # SIGKILL, from our own child or as bwrap tells it


class NoUserNamespaces(InfrastructureFault):
    """The kernel or its policy refuses user namespaces."""


_EXPLANATIONS = (
    (
        r"No permissions to creat\w* (a )?new namespace|setting up uid map|Creating new namespace failed"
        r"|uid_map|max_user_namespaces|not permitted in setuid mode|No space left on device.*namespace",
        NO_USER_NAMESPACES,
    ),
    (
        r"Cannot allocate memory|MemoryError|ENOMEM|std::bad_alloc|failed to map segment",
        noted(
            "There is not enough memory to start the sandbox (Python with torch needs about 400 MB). "
            "Free some, or give this machine or container more."
        ),
    ),
    (r"No space left on device|Disk quota", noted("The disk is full, so the sandbox can't start. Free some space.")),
    (
        r"Resource temporarily unavailable|cannot fork|Cannot fork",
        noted(
            "This user may not start more processes (ulimit -u, or the pids limit of the container). Raise that limit."
        ),
    ),
    (
        r"Too many open files",
        noted(
            "Too many files are open in the grader (ulimit -n). Raise that limit, or grade fewer submissions at once."
        ),
    ),
    (
        r"Can't mount proc|mount proc|Operation not permitted.*mount|mount .*Operation not permitted",
        noted(
            "This container does not allow the sandbox its mounts. Run the container with --security-opt "
            "seccomp=unconfined --security-opt systempaths=unconfined, or grade outside it."
        ),
    ),
    (
        r"unshare\(|setns\(|Operation not permitted",
        noted(
            "This machine refuses the namespaces that isolate student code. "
            "Run `grade doctor` to see which, or use docker."
        ),
    ),
)


def explained(complaint: str, status: int | None) -> InfrastructureFault:
    """The fault for a sandbox that did not start, with the complaint itself in parentheses."""
    last = complaint.splitlines()[-1][:300] if complaint else say("exit status {status}", status=status)
    if not complaint and status in _KILLED:
        return InfrastructureFault(
            say(
                "The sandbox was killed while it started, as happens when the machine's or the container's memory is "
                "full (Python with torch needs about 400 MB); the kernel's log tells ({last}).",
                last=last,
            )
        )
    for pattern, sentence in _EXPLANATIONS:
        if re.search(pattern, complaint):
            kind = NoUserNamespaces if sentence is NO_USER_NAMESPACES else InfrastructureFault
            return kind(say("{sentence} ({last})", sentence=say(sentence), last=last))
    return InfrastructureFault(
        say("The sandbox did not start ({last}). Run `grade doctor` to see what this machine can do.", last=last)
    )
