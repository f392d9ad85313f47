"""The system calls that Python does not offer, through the C library. Standard library only; Linux only.

Imported by the holder, the zygote and the isolated child, and by the judge's launcher.
"""

import contextlib
import ctypes
import errno
import fcntl
import os
import socket
import struct
from collections.abc import Iterable
from typing import Any

_libc = ctypes.CDLL(None, use_errno=True)

CLONE_NEWNS = 0x00020000
CLONE_NEWUTS = 0x04000000
CLONE_NEWIPC = 0x08000000
CLONE_NEWUSER = 0x10000000
CLONE_NEWPID = 0x20000000
CLONE_NEWNET = 0x40000000

MS_RDONLY = 1
MS_NOSUID = 2
MS_NODEV = 4
MS_NOEXEC = 8
MS_BIND = 4096
MS_REC = 16384
MS_PRIVATE = 1 << 18

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_SECCOMP = 22
PR_CAPBSET_DROP = 24
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
PR_CAP_AMBIENT = 47

_MADV_COLLAPSE = 25
_PR_CAP_AMBIENT_RAISE = 2
_CAPABILITY_VERSION_3 = 0x20080522
_SIOCSIFFLAGS = 0x8914
_IFF_UP_RUNNING = 0x1 | 0x40


def _check(result: int, what: str) -> None:
    if result != 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{what}: {os.strerror(code)}")


def unshare(flags: int) -> None:
    """Leave the caller's namespaces for new ones."""
    _check(_libc.unshare(ctypes.c_int(flags)), f"unshare({flags:#x})")


def collapse_pages(address: int, length: int) -> None:
    """Back a range of the caller's own memory by huge pages, now; what it holds stays (Linux 6.1)."""
    result = _libc.madvise(ctypes.c_void_p(address), ctypes.c_size_t(length), ctypes.c_int(_MADV_COLLAPSE))
    _check(result, f"madvise({address:#x}, {length:#x}, MADV_COLLAPSE)")


def setns(descriptor: int, flags: int) -> None:
    """Join the namespaces that a pidfd or a /proc/PID/ns file stands for."""
    _check(_libc.setns(ctypes.c_int(descriptor), ctypes.c_int(flags)), f"setns({flags:#x})")


def mount(source: str | None, target: str, kind: str | None, flags: int = 0, data: str | None = None) -> None:
    def encoded(text: str | None) -> bytes | None:
        return None if text is None else os.fsencode(text)

    result = _libc.mount(encoded(source), encoded(target), encoded(kind), ctypes.c_ulong(flags), encoded(data))
    _check(result, f"mount {kind or source} on {target}")


def prctl(option: int, *arguments: int) -> None:
    padded = [*arguments, *[0] * (4 - len(arguments))]
    _check(_libc.prctl(ctypes.c_int(option), *(ctypes.c_ulong(value) for value in padded)), f"prctl({option})")


def close_descriptors(keep: Iterable[int]) -> None:
    """Close every descriptor but ``keep``."""
    low = 0
    for descriptor in sorted(set(keep)):
        if low < descriptor:
            os.closerange(low, descriptor)
        low = descriptor + 1
    os.closerange(low, _highest_descriptor(low))


def _highest_descriptor(low: int) -> int:
    """One past the highest descriptor that can be open. From the kernel's table: the soft limit can shrink."""
    try:
        return max((int(name) for name in os.listdir("/proc/self/fd")), default=low) + 1
    except OSError:
        return 1 << 16


def drop_bounding_set() -> None:
    """No program that is executed later can gain a capability. Needs CAP_SETPCAP still."""
    for capability in range(64):
        if _libc.prctl(PR_CAPBSET_DROP, ctypes.c_ulong(capability), *[ctypes.c_ulong(0)] * 3) != 0:
            break


def drop_capabilities() -> None:
    """Give up every capability that is held: ambient, inheritable, permitted and effective."""
    with contextlib.suppress(OSError):
        prctl(PR_CAP_AMBIENT, 4)  # PR_CAP_AMBIENT_CLEAR_ALL; kernels before 4.3 have none to clear
    header = struct.pack("Ii", _CAPABILITY_VERSION_3, 0)
    _check(_libc.capset(header, b"\0" * 24), "capset")


def keep_capabilities_when_executing() -> None:
    """Make every capability that is held inheritable and ambient: an executed program has them too."""
    header = struct.pack("Ii", _CAPABILITY_VERSION_3, 0)
    data = ctypes.create_string_buffer(24)
    _check(_libc.capget(header, data), "capget")
    low_effective, low_permitted, _, high_effective, high_permitted, _ = struct.unpack("6I", data.raw)
    words = (low_effective, low_permitted, low_permitted, high_effective, high_permitted, high_permitted)
    _check(_libc.capset(header, struct.pack("6I", *words)), "capset")
    held = low_permitted | high_permitted << 32
    for capability in range(64):
        if held >> capability & 1:
            prctl(PR_CAP_AMBIENT, _PR_CAP_AMBIENT_RAISE, capability)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))


def load_filter(program: bytes) -> None:
    """Load a compiled seccomp filter (an array of 8-byte BPF instructions). Needs no_new_privs."""
    buffer = ctypes.create_string_buffer(program, len(program))
    pointer = _Program(len(program) // 8, ctypes.addressof(buffer))
    result = _libc.prctl(PR_SET_SECCOMP, ctypes.c_ulong(2), ctypes.byref(pointer), ctypes.c_ulong(0), ctypes.c_ulong(0))
    _check(result, "seccomp")


def bring_loopback_up() -> None:
    """Set ``lo`` up in the caller's network namespace."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        fcntl.ioctl(probe, _SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", _IFF_UP_RUNNING))


def raw(number: int, *arguments: Any) -> int:
    """Any system call by number: its result, or minus errno. For probes and attack tests."""
    ctypes.set_errno(0)
    converted = [ctypes.c_long(value) if isinstance(value, int) else value for value in arguments]
    result = int(_libc.syscall(ctypes.c_long(number), *converted))
    return result if result >= 0 else -(ctypes.get_errno() or errno.EPERM)
