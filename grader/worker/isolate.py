"""What a freshly forked child gives up before it may touch a submission. Nothing here can be undone.

The order matters: the namespaces first (the child still has capabilities in the sandbox's user namespace), then a user
namespace of its own, then limits, then capabilities, then the system call filter.
"""

import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass

from grader.worker import rlimits, syscalls

WORK = "/sandbox/work"
JOINED = syscalls.CLONE_NEWNS | syscalls.CLONE_NEWNET | syscalls.CLONE_NEWIPC | syscalls.CLONE_NEWUTS


@dataclass(frozen=True, slots=True)
class Descriptors:
    """What the judge handed over for one child, in the order in which it was sent."""

    life: int  # to the judge: "ready", or why not; the zygote adds the exit status
    channel: int  # the wire
    stdout: int
    stderr: int
    namespaces: int  # pidfd of the pid 1 whose namespaces the child joins
    groups: tuple[int, ...]  # open cgroup.procs files to join

    @classmethod
    def received(cls, life: int, numbers: list[int]) -> "Descriptors":
        _, channel, stdout, stderr, namespaces, *groups = numbers
        return cls(life, channel, stdout, stderr, namespaces, tuple(groups))


@dataclass(frozen=True, slots=True)
class Rules:
    """What the child may have."""

    limits: Mapping[str, int]  # RLIMIT name -> value
    program: bytes  # the seccomp filter
    environment: Mapping[str, str]
    uid: int | None  # a user to become, where no user namespace can be had


def isolate(descriptors: Descriptors, rules: Rules) -> None:
    """Lock the calling process in for good. Any error means that the child must not run."""
    syscalls.setns(descriptors.namespaces, JOINED)
    for group in descriptors.groups:
        os.write(group, b"0")
    os.setsid()
    syscalls.prctl(syscalls.PR_SET_PDEATHSIG, 9)
    take_streams(descriptors.stdout, descriptors.stderr)
    syscalls.close_descriptors((0, 1, 2, descriptors.channel, descriptors.life))
    _write("/proc/self/oom_score_adj", "1000")
    if rules.uid is None:
        _own_user_namespace(os.getuid(), os.getgid())
    syscalls.drop_bounding_set()
    rlimits.apply(rules.limits)
    if rules.uid is not None:
        become(rules.uid)
    syscalls.prctl(syscalls.PR_SET_NO_NEW_PRIVS, 1)
    syscalls.drop_capabilities()
    # A change of credentials made the process undumpable, which hides /proc/self from itself.
    syscalls.prctl(syscalls.PR_SET_DUMPABLE, 1)
    os.environ.clear()
    os.environ.update(rules.environment)
    os.chdir(WORK)
    syscalls.load_filter(rules.program)


def lock_in_place(channel: int, program: bytes) -> None:
    """What is left to give up in a process that bubblewrap has started for one submission alone."""
    syscalls.close_descriptors((0, 1, 2, channel))
    os.makedirs(WORK)
    os.chdir(WORK)
    syscalls.prctl(syscalls.PR_SET_NO_NEW_PRIVS, 1)
    syscalls.drop_capabilities()
    syscalls.load_filter(program)


def take_streams(stdout: int, stderr: int) -> None:
    """Standard input is empty, the others are the judge's pipes."""
    null = os.open("/dev/null", os.O_RDONLY)
    os.dup2(null, 0)
    os.dup2(stdout, 1)
    os.dup2(stderr, 2)


def _own_user_namespace(uid: int, gid: int) -> None:
    """RLIMIT_NPROC counts per user namespace, and the sandbox's own capabilities end at this border."""
    syscalls.unshare(syscalls.CLONE_NEWUSER)
    _write("/proc/self/setgroups", "deny")
    _write("/proc/self/uid_map", f"{uid} {uid} 1")
    _write("/proc/self/gid_map", f"{gid} {gid} 1")


def become(uid: int) -> None:
    """Change to a user and its group for good."""
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)


def _write(path: str, text: str) -> None:
    with open(path, "w") as file:
        file.write(text)


def adopt_channel(descriptor: int) -> socket.socket:
    """The channel as a blocking socket object."""
    channel = socket.socket(fileno=descriptor)
    channel.setblocking(True)
    return channel
