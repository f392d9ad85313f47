"""The system calls that a worker may make: an allow-list, compiled once in the judge.

Everything else fails with EPERM, never with a kill, so that a forbidden call is an ordinary exception in the student's
code. ``clone3`` fails with ENOSYS, which makes the C library fall back to ``clone``, whose flags can be looked at.
"""

import errno
import functools
import tempfile
from typing import Any

from grader.faults import InfrastructureFault

# What CPython, the C library, torch, numpy, threads, fork and multiprocessing use; nothing that names another process
# but kill, and nothing that changes identity, mounts or namespaces.
ALLOWED = """
read write readv writev pread64 pwrite64 preadv pwritev preadv2 pwritev2 lseek sendfile splice tee copy_file_range
open openat openat2 creat close close_range dup dup2 dup3 fcntl flock ftruncate truncate fallocate fsync fdatasync
sync_file_range fadvise64 readahead stat fstat lstat newfstatat statx statfs fstatfs access faccessat faccessat2
readlink readlinkat getdents getdents64 getcwd chdir fchdir rename renameat renameat2 mkdir mkdirat rmdir link linkat
unlink unlinkat symlink symlinkat chmod fchmod fchmodat utime utimes utimensat futimesat umask
mmap munmap mremap mprotect madvise mincore msync brk membarrier mlock munlock mlock2
futex futex_waitv set_robust_list get_robust_list rseq arch_prctl set_tid_address sched_yield
rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigtimedwait rt_sigsuspend rt_sigqueueinfo sigaltstack
restart_syscall kill tkill tgkill pause alarm
getpid getppid gettid getuid geteuid getgid getegid getresuid getresgid getgroups getpgid getpgrp getsid setsid setpgid
getrlimit setrlimit getrusage times sysinfo uname getcpu getpriority prctl
clock_gettime clock_getres clock_nanosleep nanosleep gettimeofday time getitimer setitimer
timer_create timer_settime timer_gettime timer_getoverrun timer_delete timerfd_create timerfd_settime timerfd_gettime
getrandom fork vfork wait4 waitid exit exit_group
pipe pipe2 select pselect6 poll ppoll epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait epoll_pwait2
eventfd eventfd2 signalfd signalfd4 memfd_create inotify_init inotify_init1 inotify_add_watch inotify_rm_watch
socketpair bind listen accept accept4 connect shutdown getsockname getpeername getsockopt setsockopt
sendto recvfrom sendmsg recvmsg sendmmsg recvmmsg get_mempolicy mseal map_shadow_stack
getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr
"""

# Allowed for the calling process alone (first argument 0).
ONLY_SELF = ("prlimit64", "sched_getaffinity", "sched_setaffinity", "sched_getscheduler", "sched_getparam")
# CLONE_NEW*, and CLONE_PARENT, by which a child would become the zygote's.
_CLONE_REFUSED = 0x80 | 0x8000 | 0x20000 | 0x2000000 | 0x4000000 | 0x8000000 | 0x10000000 | 0x20000000 | 0x40000000
# TCGETS, TCGETS2, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX. The kernel looks at the lower 32 bits alone.
IOCTLS = (0x5401, 0x802C542A, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
_LOWER_32 = 0xFFFFFFFF
# (mask, value) of what NVIDIA's driver is asked: its own type of request, and its memory manager's bare numbers.
GPU_IOCTLS = ((0xFF00, 0x4600), (0xFFFFFF00, 0), (_LOWER_32, 0x30000001), (_LOWER_32, 0x30000002))
_AF_UNIX, _AF_INET, _AF_NETLINK, _NETLINK_ROUTE = 1, 2, 16, 0


@functools.cache
def compiled_filter(network: bool = False, gpus: bool = False) -> bytes:
    """The filter as BPF instructions. ``network`` adds what gloo needs inside a private network namespace, ``gpus``
    the requests to NVIDIA's devices, where a container has some."""
    try:
        import pyseccomp  # type: ignore[import-untyped]
    except (ImportError, OSError, RuntimeError) as error:
        raise InfrastructureFault(
            "The system call filter can't be built: libseccomp is missing. "
            "Install it (Debian, Ubuntu: apt install libseccomp2; Fedora: dnf install libseccomp)."
        ) from error
    rules = pyseccomp.SyscallFilter(pyseccomp.ERRNO(errno.EPERM))
    for name in ALLOWED.split():
        _allow(pyseccomp, rules, name)
    _add_conditional(pyseccomp, rules)
    _add_sockets(pyseccomp, rules, network)
    for mask, value in GPU_IOCTLS if gpus else ():
        _allow(pyseccomp, rules, "ioctl", pyseccomp.Arg(1, pyseccomp.MASKED_EQ, mask, value))
    with tempfile.TemporaryFile() as file:
        rules.export_bpf(file)
        file.seek(0)
        return file.read()


def _allow(library: Any, rules: Any, name: str, *conditions: Any) -> None:
    """Calls that this processor architecture or this libseccomp does not know stay refused."""
    try:
        rules.add_rule(library.ALLOW, name, *conditions)
    except (ValueError, OSError, RuntimeError):
        if name in ("read", "write", "mmap", "futex", "clone"):
            raise


def _add_conditional(library: Any, rules: Any) -> None:
    for name in ONLY_SELF:
        _allow(library, rules, name, library.Arg(0, library.EQ, 0))
    _allow(library, rules, "clone", library.Arg(0, library.MASKED_EQ, _CLONE_REFUSED, 0))
    rules.add_rule(library.ERRNO(errno.ENOSYS), "clone3")
    for request in IOCTLS:
        _allow(library, rules, "ioctl", library.Arg(1, library.MASKED_EQ, _LOWER_32, request))


def _add_sockets(library: Any, rules: Any, network: bool) -> None:
    _allow(library, rules, "socket", library.Arg(0, library.EQ, _AF_UNIX))
    if not network:
        return
    _allow(library, rules, "socket", library.Arg(0, library.EQ, _AF_INET))
    route = (library.Arg(0, library.EQ, _AF_NETLINK), library.Arg(2, library.EQ, _NETLINK_ROUTE))
    _allow(library, rules, "socket", *route)
